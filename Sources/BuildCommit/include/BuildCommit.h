#pragma once

/// The commit that `make` built, with -dirty where files had changed; "unknown" without make or git.
const char *build_commit(void);

/// The processors that this code was compiled for: those of x86-64-v3 ("v3"), or all ("plain").
#ifdef __AVX2__
#define BUILD_ENGINE "v3"
#else
#define BUILD_ENGINE "plain"
#endif
