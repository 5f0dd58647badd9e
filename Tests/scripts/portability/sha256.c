// Whether the instructions for SHA-256 make the digest of the two-block example of FIPS 180-2, appendix B.2.
#include "SHA256Instructions.h"
#include <string.h>

int main(void) {
  // The fractional bits of the cube roots of the first 64 primes: found bit by bit, as whole numbers.
  uint32_t constants[64];
  for (int i = 0, prime = 2; i < 64; prime++) {
    int divisor = 2;
    while (prime % divisor) divisor++;
    if (divisor < prime) continue;
    // The root, times 2^32, below 7 * 2^32.
    unsigned __int128 root = 0;
    for (int bit = 34; bit >= 0; bit--) {
      const unsigned __int128 next = root | (unsigned __int128)1 << bit;
      if (next * next * next <= (unsigned __int128)prime << 96) root = next;
    }
    constants[i++] = (uint32_t)root;
  }
  uint32_t hash[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
  };
  const uint32_t expected[8] = {
    0x248D6A61, 0xD20638B8, 0xE5C02693, 0x0C3E6039, 0xA33CE459, 0x64FF2167, 0xF6ECEDD4, 0x19DB06C1,
  };
  uint8_t blocks[128] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq\x80";
  blocks[126] = 448 >> 8;
  blocks[127] = 448 & 0xFF;
  if (!sha256_has_instructions()) return 1;
  sha256_compress(hash, blocks, 2, constants);
  return memcmp(hash, expected, sizeof hash) != 0;
}
