/* What WebAssembly has no system for: memory that is handed out once and never taken back. */
typedef __SIZE_TYPE__ size_t;
extern unsigned char __heap_base;
static size_t next;

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (next == 0) next = (size_t)&__heap_base;
  next = (next + alignment - 1) & ~(alignment - 1);
  size_t end = next + size;
  size_t have = __builtin_wasm_memory_size(0) * 65536;
  if (end > have && __builtin_wasm_memory_grow(0, (end - have + 65535) / 65536) == (size_t)-1) return 12;
  *result = (void *)next;
  next = end;
  return 0;
}

void free(void *memory) { (void)memory; }

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t k = 0; k < count; k++) ((volatile char *)to)[k] = ((const char *)from)[k];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if ((size_t)to < (size_t)from) return memcpy(to, from, count);
  while (count-- > 0) ((volatile char *)to)[count] = ((const char *)from)[count];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t k = 0; k < count; k++) ((volatile char *)to)[k] = (char)byte;
  return to;
}

void *__stack_chk_guard = (void *)0x5a5a5a5a;
void __stack_chk_fail(void) { __builtin_trap(); }

/* To the nearest whole number, halves away from 0. */
double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}
