// In C, since Swift has no names for the SHA-256 instructions of x86-64 and ARMv8: they are five times as fast as SHA256.swift,
// which makes the same digests on all other processors.
#include "SHA256Instructions.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

bool sha256_has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  const bool has_ssse3 = c >> 9 & 1, has_sse41 = c >> 19 & 1;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return has_ssse3 && has_sse41 && b >> 29 & 1;
}

__attribute__((target("sha,sse4.1")))
void sha256_compress(uint32_t hash[8], const uint8_t *bytes, size_t blocks, const uint32_t constants[64]) {
  // The words are big-endian.
  const __m128i order = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  // The instructions want the variables of a round as A B E F and C D G H, from the highest lane down.
  const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)hash), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(hash + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i *const w = &words[i & 3];
      if (i < 4) {
        *w = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), order);
      } else {
        const __m128i w2 = words[(i + 2) & 3], w3 = words[(i + 3) & 3];
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*w, words[(i + 1) & 3]), _mm_alignr_epi8(w3, w2, 4));
        *w = _mm_sha256msg2_epu32(sum, w3);
      }
      const __m128i kw = _mm_add_epi32(*w, _mm_loadu_si128((const __m128i *)constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(kw, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)hash, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(hash + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(__aarch64__) && (defined(__linux__) || defined(__APPLE__))
#include <arm_neon.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

bool sha256_has_instructions(void) {
#ifdef __linux__
  return getauxval(AT_HWCAP) >> 6 & 1;  // HWCAP_SHA2
#else
  return true;  // All processors of Apple with 64 bits have them.
#endif
}

__attribute__((target("sha2")))
void sha256_compress(uint32_t hash[8], const uint8_t *bytes, size_t blocks, const uint32_t constants[64]) {
  uint32x4_t abcd = vld1q_u32(hash), efgh = vld1q_u32(hash + 4);
  for (; blocks > 0; blocks--, bytes += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t words[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      uint32x4_t *const w = &words[i & 3];
      *w = i < 4
        ? vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)))
        : vsha256su1q_u32(vsha256su0q_u32(*w, words[(i + 1) & 3]), words[(i + 2) & 3], words[(i + 3) & 3]);
      const uint32x4_t kw = vaddq_u32(*w, vld1q_u32(constants + 4 * i)), abcd_now = abcd;
      abcd = vsha256hq_u32(abcd, efgh, kw);
      efgh = vsha256h2q_u32(efgh, abcd_now, kw);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }
  vst1q_u32(hash, abcd);
  vst1q_u32(hash + 4, efgh);
}

#else

bool sha256_has_instructions(void) { return false; }

void sha256_compress(uint32_t hash[8], const uint8_t *bytes, size_t blocks, const uint32_t constants[64]) {
  (void)hash, (void)bytes, (void)blocks, (void)constants;
}

#endif
