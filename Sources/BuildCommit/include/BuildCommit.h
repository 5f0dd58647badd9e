#pragma once

/// The commit that `make` built, with -dirty where files had changed; "unknown" without make or git.
const char *build_commit(void);
