/* What embedded Swift needs of a system: everywhere the reader of decimal numbers and chance, and all the rest in
 * WebAssembly. */
typedef __SIZE_TYPE__ size_t;

/* The Double nearest to a decimal number, ties to even, which the reader of JSON has checked. Its digits become one large
 * integer, times a power of ten; 64 bits of the quotient, and whether anything follows, decide. */
enum { words = 128 };
typedef struct { unsigned digit[words]; int count; } large;

static void multiply(large *x, unsigned factor, unsigned summand) {
  unsigned long long carry = summand;
  for (int k = 0; k < x->count; k++) {
    carry += (unsigned long long)x->digit[k] * factor;
    x->digit[k] = (unsigned)carry;
    carry >>= 32;
  }
  if (carry) x->digit[x->count++] = (unsigned)carry;
}

static int compare(const large *x, const large *y) {
  if (x->count != y->count) return x->count < y->count ? -1 : 1;
  for (int k = x->count - 1; k >= 0; k--) {
    if (x->digit[k] != y->digit[k]) return x->digit[k] < y->digit[k] ? -1 : 1;
  }
  return 0;
}

static void subtract(large *x, const large *y) {
  long long borrow = 0;
  for (int k = 0; k < x->count; k++) {
    borrow += (long long)x->digit[k] - (k < y->count ? y->digit[k] : 0);
    x->digit[k] = (unsigned)borrow;
    borrow >>= 32;
  }
  while (x->count > 0 && x->digit[x->count - 1] == 0) x->count--;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  large top, bottom;
  int isNegative = 0, point = 0, exponent = 0, digits = 0, any = 0;
  if (*text == '-' || *text == '+') isNegative = *text++ == '-';
  top.count = 0, bottom.count = 1, bottom.digit[0] = 1;
  for (;; text++) {
    if (*text == '.' && !point) {
      point = 1;
    } else if (*text >= '0' && *text <= '9') {
      any = 1;
      /* 770 digits decide between two Doubles; here 400 do, and a one for all that follow. */
      if (digits < 400) {
        multiply(&top, 10, (unsigned)(*text - '0'));
        digits += top.count > 0;
        exponent -= point;
      } else {
        if (*text != '0') top.digit[0] |= 1;
        exponent += !point;
      }
    } else {
      break;
    }
  }
  if (!any) return (const char *)0;
  if (*text == 'e' || *text == 'E') {
    int isBelow = text[1] == '-', number = 0;
    text += text[1] == '-' || text[1] == '+' ? 2 : 1;
    for (; *text >= '0' && *text <= '9'; text++) {
      if (number < 100000) number = number * 10 + (*text - '0');
    }
    exponent += isBelow ? -number : number;
  }
  double number = 0;
  if (top.count > 0 && exponent + digits > 310) {
    number = __builtin_inf();
  } else if (top.count > 0 && exponent + digits > -330) {
    for (int k = 0; k < exponent; k++) multiply(&top, 10, 0);
    for (int k = 0; k < -exponent; k++) multiply(&bottom, 10, 0);
    /* The value lies from 2^power to below twice that. */
    int power = 0;
    while (compare(&top, &bottom) < 0) multiply(&top, 2, 0), power--;
    for (large twice = bottom;; bottom = twice, power++) {
      multiply(&twice, 2, 0);
      if (compare(&top, &twice) < 0) break;
    }
    unsigned long long quotient = 0;
    for (int bit = 0; bit < 64; bit++) {
      quotient <<= 1;
      if (compare(&top, &bottom) >= 0) {
        subtract(&top, &bottom);
        quotient |= 1;
      }
      multiply(&top, 2, 0);
    }
    /* The value is quotient * 2^shift; a subnormal number keeps fewer bits. */
    int shift = power - 63, kept = power < -1022 ? 53 + 1022 + power : 53;
    if (kept >= 0) {
      int lost = 64 - kept;
      unsigned long long rest = lost < 64 ? quotient << (64 - lost) : quotient;
      unsigned long long whole = lost < 64 ? quotient >> lost : 0, half = 1ULL << 63;
      if (rest > half || (rest == half && (top.count > 0 || (whole & 1)))) whole++;
      number = (double)whole;
      for (int k = shift + lost; k > 0; k--) number *= 2;
      for (int k = shift + lost; k < 0; k++) number /= 2;
    }
  }
  *result = isNegative ? -number : number;
  return text;
}

/* Swift seeds its hash tables with chance; the order of a table is never part of a result. glibc has this function only since
 * 2.36, and musl not at all. */
void arc4random_buf(void *to, size_t count) {
  for (unsigned char *byte = to; count > 0; count--) *byte++ = 0x5a;
}

#ifdef __wasm__
/* Memory. Blocks have the sizes 32, 48, 64, 96, 128 ...; a free one waits in the list of its size for the next one of that
 * size. So memory is constant where the same things are made and freed again and again. Before each block stands its list. */
extern unsigned char __heap_base;
static size_t next;
static void *lists[64];

void *malloc(size_t size) {
  size_t number = 0, block = 32;
  while (block < size + 16 && number < 56) {
    number++;
    block = ((size_t)(number & 1 ? 48 : 32)) << (number >> 1);
  }
  if (block < size + 16 || size + 16 < size) return (void *)0;
  unsigned char *found = lists[number];
  if (found) {
    lists[number] = *(void **)found;
    return found;
  }
  if (next == 0) next = ((size_t)&__heap_base + 31) & ~(size_t)15;
  size_t end = next + block, have = (size_t)__builtin_wasm_memory_size(0) * 65536;
  if (end < next) return (void *)0;
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + 65535) / 65536) == (size_t)-1) return (void *)0;
  found = (unsigned char *)next + 16;
  next = end;
  *(size_t *)(found - 16) = number;
  *(void **)(found - 8) = (void *)0;
  return found;
}

void free(void *memory) {
  if (!memory) return;
  /* An aligned block knows the block that it lies in. */
  void *outer = *(void **)((unsigned char *)memory - 8);
  if (outer) memory = outer;
  void **list = &lists[*(size_t *)((unsigned char *)memory - 16)];
  *(void **)memory = *list;
  *list = memory;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  unsigned char *memory = malloc(alignment <= 16 ? size : size + alignment + 16);
  if (!memory) return 12;
  if (alignment > 16) {
    unsigned char *aligned = (unsigned char *)(((size_t)memory + 16 + alignment - 1) & ~(alignment - 1));
    *(void **)(aligned - 8) = memory;
    memory = aligned;
  }
  *result = memory;
  return 0;
}

/* With -mbulk-memory these are instructions. */
void *memcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}

void *memset(void *to, int byte, size_t count) {
  __builtin_memset(to, byte, count);
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (; count > 0; count--, x++, y++) {
    if (*x != *y) return *x - *y;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

void *__stack_chk_guard = (void *)0x5a5a5a5a;
void __stack_chk_fail(void) { __builtin_trap(); }

/* Texts are compared as they are spelled: the tables of normal forms and of clusters would take a tenth of a page. */
unsigned short _swift_stdlib_getNormData(unsigned scalar) { return (void)scalar, 0; }
unsigned _swift_stdlib_getComposition(unsigned x, unsigned y) { return (void)x, (void)y, (unsigned)-1; }
unsigned _swift_stdlib_getDecompositionEntry(unsigned scalar) { return (void)scalar, 0; }
const void *const _swift_stdlib_nfd_decompositions = 0;
unsigned char _swift_stdlib_getGraphemeBreakProperty(unsigned scalar) { return (void)scalar, 0xFF; }
_Bool _swift_stdlib_isExtendedPictographic(unsigned scalar) { return (void)scalar, 0; }
_Bool _swift_stdlib_isInCB_Consonant(unsigned scalar) { return (void)scalar, 0; }
/* Of the numbers, the digits 0 to 9. */
unsigned char _swift_stdlib_getNumericType(unsigned scalar) { return scalar - '0' < 10 ? 0 : 0xFF; }
/* The kind of a character, as Swift numbers them: of those that one does not see, and of the common marks. The table of all takes
   10 KB of a page. A character that Unicode has not assigned is written as it is. */
unsigned char _swift_stdlib_getGeneralCategory(unsigned scalar) {
  enum { mark = 5, space = 22, line, paragraph, control, format, surrogate, own, unassigned, letter = 4 };
  static const struct { unsigned first, last, kind; } ranges[] = {
    {0x80, 0x9F, control}, {0xA0, 0xA0, space}, {0xAD, 0xAD, format}, {0x300, 0x36F, mark}, {0x483, 0x489, mark},
    {0x600, 0x605, format}, {0x61C, 0x61C, format}, {0x6DD, 0x6DD, format}, {0x70F, 0x70F, format}, {0x890, 0x891, format},
    {0x8E2, 0x8E2, format}, {0x1680, 0x1680, space}, {0x180E, 0x180E, format}, {0x1AB0, 0x1ACE, mark}, {0x1DC0, 0x1DFF, mark},
    {0x2000, 0x200A, space}, {0x200B, 0x200F, format}, {0x2028, 0x2028, line}, {0x2029, 0x2029, paragraph},
    {0x202A, 0x202E, format}, {0x202F, 0x202F, space}, {0x205F, 0x205F, space}, {0x2060, 0x206F, format}, {0x20D0, 0x20F0, mark},
    {0x3000, 0x3000, space}, {0xD800, 0xDFFF, surrogate}, {0xE000, 0xF8FF, own}, {0xFE00, 0xFE0F, mark}, {0xFE20, 0xFE2F, mark},
    {0xFEFF, 0xFEFF, format}, {0xFFF9, 0xFFFB, format}, {0xFFFE, 0xFFFF, unassigned}, {0x110BD, 0x110BD, format},
    {0x110CD, 0x110CD, format}, {0x13430, 0x1343F, format}, {0x1BCA0, 0x1BCA3, format}, {0x1D173, 0x1D17A, format},
    {0x40000, 0xDFFFF, unassigned}, {0xE0000, 0xE00FF, format}, {0xE0100, 0xE01EF, mark}, {0xE01F0, 0xEFFFF, unassigned},
    {0xF0000, 0x10FFFF, own},
  };
  for (unsigned k = 0; k < sizeof ranges / sizeof *ranges; k++) {
    if (ranges[k].first <= scalar && scalar <= ranges[k].last) return (unsigned char)ranges[k].kind;
  }
  return letter;
}

/* To the nearest whole number, halves away from 0. */
double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

/* Shifts of 128 bits, from their halves. */
typedef unsigned __int128 wide;
typedef union { wide all; unsigned long long half[2]; } halves;
wide __ashlti3(wide number, int bits) {
  halves x = {number}, y = {0};
  y.half[0] = bits < 64 ? x.half[0] << bits : 0;
  y.half[1] = bits == 0 ? x.half[1] : bits < 64 ? x.half[1] << bits | x.half[0] >> (64 - bits) : x.half[0] << (bits - 64);
  return y.all;
}
wide __lshrti3(wide number, int bits) {
  halves x = {number}, y = {0};
  y.half[1] = bits < 64 ? x.half[1] >> bits : 0;
  y.half[0] = bits == 0 ? x.half[0] : bits < 64 ? x.half[0] >> bits | x.half[1] << (64 - bits) : x.half[1] >> (bits - 64);
  return y.all;
}

/* Division of 128 bits by shift and subtraction, as for times, which are rare. */
wide __udivmodti4(wide number, wide divisor, wide *rest) {
  wide quotient = 0, left = 0;
  for (int bit = 127; bit >= 0; bit--) {
    left = left << 1 | (number >> bit & 1);
    if (left >= divisor) {
      left -= divisor;
      quotient |= (wide)1 << bit;
    }
  }
  if (rest) *rest = left;
  return quotient;
}
wide __udivti3(wide a, wide b) { return __udivmodti4(a, b, 0); }
wide __umodti3(wide a, wide b) {
  wide rest;
  __udivmodti4(a, b, &rest);
  return rest;
}
__int128 __divti3(__int128 a, __int128 b) {
  wide quotient = __udivti3(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b);
  return (a < 0) != (b < 0) ? -(__int128)quotient : (__int128)quotient;
}
__int128 __modti3(__int128 a, __int128 b) { return a - __divti3(a, b) * b; }
wide __multi3(wide a, wide b) {
  /* From 64-bit halves, and those from 32-bit quarters: the compiler would call this function for more. */
  unsigned long long x = a, y = b, x0 = (unsigned)x, x1 = x >> 32, y0 = (unsigned)y, y1 = y >> 32;
  unsigned long long low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (unsigned)middle;
  unsigned long long high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += x * (unsigned long long)(b >> 64) + y * (unsigned long long)(a >> 64);
  return (wide)high << 64 | (other << 32 | (unsigned)low);
}
#endif
