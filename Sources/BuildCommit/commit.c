// In C, since SwiftPM defines values for C alone: Package.swift defines BUILD_COMMIT.
#include "BuildCommit.h"

#define QUOTED(words) #words
#define VALUE_QUOTED(name) QUOTED(name)

const char *build_commit(void) { return VALUE_QUOTED(BUILD_COMMIT); }
