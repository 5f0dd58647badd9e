/* The structures of LV2 1.18 (lv2plug.in), as far as the plug-in needs them. */
#ifndef RAINSYNTH_LV2_H
#define RAINSYNTH_LV2_H
#include <stddef.h>
#include <stdint.h>

typedef struct lv2_descriptor {
  const char *uri;
  void *(*instantiate)(const struct lv2_descriptor *descriptor, double rate, const char *bundle, const void *features);
  void (*connect_port)(void *instance, uint32_t port, void *data);
  void (*activate)(void *instance);
  void (*run)(void *instance, uint32_t frames);
  void (*deactivate)(void *instance);
  void (*cleanup)(void *instance);
  const void *(*extension_data)(const char *uri);
} lv2_descriptor;

typedef struct lv2_feature {
  const char *uri;
  const void *data;
} lv2_feature;

typedef struct lv2_map {
  void *handle;
  uint32_t (*map)(void *handle, const char *uri);
} lv2_map;

typedef int32_t (*lv2_store)(void *handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags);
typedef const void *(*lv2_retrieve)(void *handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags);

typedef struct lv2_state {
  int32_t (*save)(void *instance, lv2_store store, void *handle, uint32_t flags, const void *features);
  int32_t (*restore)(void *instance, lv2_retrieve retrieve, void *handle, uint32_t flags, const void *features);
} lv2_state;

static const uint32_t LV2_PLAIN_AND_PORTABLE = 3;
static const int32_t LV2_SUCCESS = 0, LV2_UNKNOWN_ERROR = 1, LV2_BAD_TYPE = 2, LV2_NO_FEATURE = 4, LV2_NO_PROPERTY = 5;

/* A piece of data: its bytes follow. */
typedef struct lv2_atom {
  uint32_t size, type;
} lv2_atom;

/* A list of events: they follow, each at a multiple of eight bytes. */
typedef struct lv2_sequence {
  lv2_atom atom;
  uint32_t unit, padding;
} lv2_sequence;

typedef struct lv2_event {
  int64_t frame;
  lv2_atom atom;
} lv2_event;

/* An object: its properties follow, each at a multiple of eight bytes. */
typedef struct lv2_object {
  uint32_t id, type;
} lv2_object;

typedef struct lv2_property {
  uint32_t key, context;
  lv2_atom value;
} lv2_property;
#endif
