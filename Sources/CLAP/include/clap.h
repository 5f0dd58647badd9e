/* The structures of CLAP 1.2 (github.com/free-audio/clap) that the plug-in and the host of its tests need, declared from
 * its description. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t major, minor, revision; } clap_version;
typedef struct {
  clap_version version;
  bool (*init)(const char *path);
  void (*deinit)(void);
  const void *(*get_factory)(const char *id);
} clap_entry_t;

typedef struct clap_host {
  clap_version version;
  void *data;
  const char *name, *vendor, *url, *software;
  const void *(*get_extension)(const struct clap_host *, const char *id);
  void (*request_restart)(const struct clap_host *);
  void (*request_process)(const struct clap_host *);
  void (*request_callback)(const struct clap_host *);
} clap_host;

typedef struct {
  clap_version version;
  const char *id, *name, *vendor, *url, *manual_url, *support_url, *software, *description;
  const char *const *features;
} clap_descriptor;

typedef struct { uint32_t size, time; uint16_t space, type; uint32_t flags; } clap_event;
typedef struct { clap_event header; int32_t note; int16_t port, channel, key; double velocity; } clap_note;
typedef struct {
  clap_event header;
  uint32_t parameter;
  void *cookie;
  int32_t note;
  int16_t port, channel, key;
  double value;
} clap_value;
typedef struct {
  clap_event header;
  uint32_t flags;
  int64_t beats, seconds;
  double tempo, tempo_step;
  int64_t loop_start_beats, loop_end_beats, loop_start_seconds, loop_end_seconds, bar_start;
  int32_t bar_number;
  uint16_t numerator, denominator;
} clap_transport;
typedef struct { clap_event header; uint16_t port; uint8_t bytes[3]; } clap_midi;
/* Types of events, and flags of a transport. */
enum { CLAP_NOTE_ON, CLAP_NOTE_OFF, CLAP_NOTE_CHOKE, CLAP_VALUE = 5, CLAP_TRANSPORT = 9, CLAP_MIDI = 10 };
enum { CLAP_HAS_SECONDS = 1 << 2, CLAP_PLAYS = 1 << 4 };

typedef struct clap_in { void *context; uint32_t (*size)(const struct clap_in *); const clap_event *(*get)(const struct clap_in *, uint32_t); } clap_in;
typedef struct clap_out { void *context; bool (*try_push)(const struct clap_out *, const clap_event *); } clap_out;
typedef struct { float **data32; double **data64; uint32_t channels, latency; uint64_t constant_mask; } clap_buffer;
typedef struct {
  int64_t steady_time;
  uint32_t frames;
  const clap_transport *transport;
  const clap_buffer *inputs;
  clap_buffer *outputs;
  uint32_t input_count, output_count;
  const clap_in *in;
  const clap_out *out;
} clap_process;

/* What process returns. */
enum { CLAP_ERROR, CLAP_CONTINUE, CLAP_SLEEP = 4 };

typedef struct clap_plugin {
  const clap_descriptor *descriptor;
  void *data;
  bool (*init)(const struct clap_plugin *);
  void (*destroy)(const struct clap_plugin *);
  bool (*activate)(const struct clap_plugin *, double rate, uint32_t least, uint32_t most);
  void (*deactivate)(const struct clap_plugin *);
  bool (*start_processing)(const struct clap_plugin *);
  void (*stop_processing)(const struct clap_plugin *);
  void (*reset)(const struct clap_plugin *);
  int32_t (*process)(const struct clap_plugin *, const clap_process *);
  const void *(*get_extension)(const struct clap_plugin *, const char *id);
  void (*on_main_thread)(const struct clap_plugin *);
} clap_plugin;
typedef struct clap_factory {
  uint32_t (*count)(const struct clap_factory *);
  const clap_descriptor *(*descriptor)(const struct clap_factory *, uint32_t);
  const clap_plugin *(*create)(const struct clap_factory *, const clap_host *, const char *id);
} clap_factory;

typedef struct {
  uint32_t id, flags;
  void *cookie;
  char name[256], module[1024];
  double least, most, standard;
} clap_parameter;
enum { CLAP_IS_STEPPED = 1 << 0, CLAP_IS_BYPASS = 1 << 4, CLAP_IS_AUTOMATABLE = 1 << 5, CLAP_IS_CHOICE = 1 << 16 };
typedef struct {
  uint32_t (*count)(const clap_plugin *);
  bool (*get_info)(const clap_plugin *, uint32_t index, clap_parameter *);
  bool (*get_value)(const clap_plugin *, uint32_t id, double *);
  bool (*value_to_text)(const clap_plugin *, uint32_t id, double, char *, uint32_t room);
  bool (*text_to_value)(const clap_plugin *, uint32_t id, const char *, double *);
  void (*flush)(const clap_plugin *, const clap_in *, const clap_out *);
} clap_parameters;
typedef struct { void (*rescan)(const clap_host *, uint32_t flags); } clap_host_parameters;
typedef struct { void (*log)(const clap_host *, int32_t severity, const char *); } clap_host_log;
enum { CLAP_WARNING = 2, CLAP_FAILURE = 3 };

typedef struct { uint32_t id; char name[256]; uint32_t flags, channels; const char *type; uint32_t in_place; } clap_audio_port;
typedef struct { uint32_t id, supported, preferred; char name[256]; } clap_note_port;
typedef struct {
  uint32_t (*count)(const clap_plugin *, bool is_input);
  bool (*get)(const clap_plugin *, uint32_t, bool is_input, void *);
} clap_ports;
typedef struct {
  bool (*supports)(const clap_plugin *, uint64_t mask);
  uint32_t (*get_map)(const clap_plugin *, bool is_input, uint32_t port, uint8_t *map, uint32_t room);
} clap_surround;
typedef struct { uint32_t ordering, normalization; } clap_ambisonic_format;
typedef struct {
  bool (*supports)(const clap_plugin *, const clap_ambisonic_format *);
  bool (*get_format)(const clap_plugin *, bool is_input, uint32_t port, clap_ambisonic_format *);
} clap_ambisonic;
typedef struct clap_reader { void *context; int64_t (*read)(const struct clap_reader *, void *, uint64_t); } clap_reader;
typedef struct clap_writer { void *context; int64_t (*write)(const struct clap_writer *, const void *, uint64_t); } clap_writer;
typedef struct {
  bool (*save)(const clap_plugin *, const clap_writer *);
  bool (*load)(const clap_plugin *, const clap_reader *);
} clap_state;
typedef struct { uint32_t (*get)(const clap_plugin *); } clap_frames;
typedef struct { bool (*from_location)(const clap_plugin *, uint32_t kind, const char *location, const char *key); } clap_preset_load;
typedef struct {
  void (*on_error)(const clap_host *, uint32_t kind, const char *location, const char *key, int32_t, const char *);
  void (*loaded)(const clap_host *, uint32_t kind, const char *location, const char *key);
} clap_host_preset_load;

typedef struct clap_indexer {
  clap_version version;
  const char *name, *vendor, *url, *software;
  void *data;
  bool (*declare_filetype)(const struct clap_indexer *, const void *);
  bool (*declare_location)(const struct clap_indexer *, const void *);
  bool (*declare_soundpack)(const struct clap_indexer *, const void *);
  const void *(*get_extension)(const struct clap_indexer *, const char *);
} clap_indexer;
typedef struct { const char *name, *description, *ending; } clap_filetype;
typedef struct { uint32_t flags; const char *name; uint32_t kind; const char *location; } clap_location;
/* Flags, and kinds. */
enum { CLAP_IS_SHIPPED = 1 << 0, CLAP_IS_OF_USER = 1 << 1, CLAP_IN_FILE = 0, CLAP_IN_PLUGIN = 1 };
typedef struct { const char *abi, *id; } clap_plugin_id;
typedef struct clap_receiver {
  void *data;
  void (*on_error)(const struct clap_receiver *, int32_t, const char *);
  bool (*begin_preset)(const struct clap_receiver *, const char *name, const char *key);
  void (*add_plugin_id)(const struct clap_receiver *, const void *);
  void (*set_soundpack_id)(const struct clap_receiver *, const char *);
  void (*set_flags)(const struct clap_receiver *, uint32_t);
  void (*add_creator)(const struct clap_receiver *, const char *);
  void (*set_description)(const struct clap_receiver *, const char *);
  void (*set_timestamps)(const struct clap_receiver *, uint64_t, uint64_t);
  void (*add_feature)(const struct clap_receiver *, const char *);
  void (*add_extra_info)(const struct clap_receiver *, const char *, const char *);
} clap_receiver;
typedef struct { clap_version version; const char *id, *name, *vendor; } clap_provider_descriptor;
typedef struct clap_provider {
  const clap_provider_descriptor *descriptor;
  void *data;
  bool (*init)(const struct clap_provider *);
  void (*destroy)(const struct clap_provider *);
  bool (*get_metadata)(const struct clap_provider *, uint32_t kind, const char *location, const clap_receiver *);
  const void *(*get_extension)(const struct clap_provider *, const char *);
} clap_provider;
typedef struct clap_provider_factory {
  uint32_t (*count)(const struct clap_provider_factory *);
  const clap_provider_descriptor *(*descriptor)(const struct clap_provider_factory *, uint32_t);
  const clap_provider *(*create)(const struct clap_provider_factory *, const clap_indexer *, const char *id);
} clap_provider_factory;
