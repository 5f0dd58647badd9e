#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256.
bool sha256_has_instructions(void);

/// Replaces the hash value by the one after whole blocks of 64 bytes (FIPS 180-4, 6.2.2). The constants are those of the
/// 64 rounds. Call it only where sha256_has_instructions() is true.
void sha256_compress(uint32_t hash[8], const uint8_t *bytes, size_t blocks, const uint32_t constants[64]);
