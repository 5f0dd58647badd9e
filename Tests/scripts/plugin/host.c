/* A host of CLAP for tests.
 *
 *   host PLUGIN render PRESET LAYOUT RATE FIRST FRAMES BLOCK > SAMPLES     floats, the channels of a frame side by side
 *   host PLUGIN check                                                     whatever a host may do, right or wrong
 *   host PLUGIN figures                                                   what a seek and 200 instances cost
 *
 * A BLOCK of 0 is another number of frames each time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "clap.h"

static int failures, checks;
#define HOLDS(claim) (checks++, (claim) ? (void)0 : (void)(failures++, printf("line %d does not hold: %s\n", __LINE__, #claim)))

/* What the audio thread asks of the system: these functions come before those of the C library. */
static _Thread_local int isAudio;
static _Thread_local long asked;
void *__libc_malloc(size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
void __libc_free(void *);
void *malloc(size_t size) { asked += isAudio; return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { void *m = malloc(n * size); return m ? memset(m, 0, n * size) : m; }
void *realloc(void *old, size_t size) { asked += isAudio; return __libc_realloc(old, size); }
void free(void *memory) { asked += isAudio && memory; __libc_free(memory); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  asked += isAudio;
  return (*memory = __libc_memalign(alignment, size)) ? 0 : ENOMEM;
}
#define LOCK(name, type)                                     \
  int name(type *lock) {                                     \
    static int (*next)(type *);                              \
    if (!next) next = (int (*)(type *))dlsym(RTLD_NEXT, #name); \
    asked += isAudio;                                        \
    return next(lock);                                       \
  }
LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)

/* The host's side. */
static int rescans, callbacks, logs;
static char logged[1000];
static void rescan(const clap_host *host, uint32_t flags) { (void)host, rescans += flags & 1; }
static void take_log(const clap_host *host, int32_t severity, const char *text) {
  (void)host, logs += severity >= 2;
  snprintf(logged, sizeof logged, "%s", text);
}
static const void *of_host(const clap_host *host, const char *id) {
  static const clap_host_parameters parameters = {rescan};
  static const clap_host_log log = {take_log};
  (void)host;
  return strcmp(id, "clap.params") == 0 ? (const void *)&parameters : strcmp(id, "clap.log") == 0 ? &log : NULL;
}
static void nothing(const clap_host *host) { (void)host; }
static void callback(const clap_host *host) { (void)host, callbacks++; }
static const clap_host host = {{1, 2, 0}, NULL, "test", "", "", "1", of_host, nothing, nothing, callback};

static const clap_entry_t *entry;
static const clap_factory *factory;

/* An instance, and the events of its next block. */
typedef struct {
  const clap_plugin *plugin;
  int channels;
  double rate;
  union { clap_event header; clap_value value; clap_note note; clap_midi midi; clap_transport song; } events[300];
  uint32_t count;
  clap_transport song;
  bool has_song;
  int32_t status;
  uint64_t mask;
} instance;

static uint32_t event_count(const clap_in *in) { return ((instance *)in->context)->count; }
static const clap_event *event_at(const clap_in *in, uint32_t k) { return &((instance *)in->context)->events[k].header; }

static const clap_parameters *parameters(instance *x) { return x->plugin->get_extension(x->plugin, "clap.params"); }
static uint32_t parameter_named(instance *x, const char *name) {
  clap_parameter p;
  for (uint32_t k = 0; parameters(x)->get_info(x->plugin, k, &p); k++) if (!strcmp(p.name, name)) return p.id;
  return 0;
}
static double value(instance *x, const char *name) {
  double number = NAN;
  parameters(x)->get_value(x->plugin, parameter_named(x, name), &number);
  return number;
}
static void set_id(instance *x, uint32_t id, double number, uint32_t time) {
  x->events[x->count++].value = (clap_value){{sizeof(clap_value), time, 0, CLAP_VALUE, 0}, id, NULL, -1, -1, -1, -1, number};
}
static void set(instance *x, const char *name, double number, uint32_t time) { set_id(x, parameter_named(x, name), number, time); }
static void note(instance *x, int type, int key, uint32_t time) {
  x->events[x->count++].note = (clap_note){{sizeof(clap_note), time, 0, (uint16_t)type, 0}, -1, 0, 0, (int16_t)key, 0.5};
}
static void locate(instance *x, int64_t frame, bool plays) {
  x->has_song = true;
  x->song = (clap_transport){.header = {sizeof(clap_transport), 0, 0, CLAP_TRANSPORT, 0}, .flags = CLAP_HAS_SECONDS | (plays ? CLAP_PLAYS : 0)};
  x->song.seconds = (int64_t)llround((double)frame / x->rate * 2147483648.0);
}

enum { most_channels = 16 };

/* Renders a block, one plane a channel, and lets the song go on. */
static void block_of(instance *x, float **data, uint32_t frames) {
  clap_buffer out = {data, NULL, (uint32_t)x->channels, 0, 99};
  clap_in in = {x, event_count, event_at};
  clap_process p = {-1, frames, x->has_song ? &x->song : NULL, NULL, &out, 0, 1, &in, NULL};
  isAudio = 1;
  x->status = x->plugin->process(x->plugin, &p);
  isAudio = 0;
  x->mask = out.constant_mask;
  x->count = 0;
  if (x->has_song && x->song.flags & CLAP_PLAYS) x->song.seconds += (int64_t)llround(frames / x->rate * 2147483648.0);
}
static void block(instance *x, float *left, float *right, uint32_t frames) {
  float *data[2] = {left, right};
  block_of(x, data, frames);
}
static void blocks(instance *x, float *left, float *right, int frames, int size) {
  unsigned chance = 1;
  for (int done = 0; done < frames;) {
    chance = chance * 1664525 + 1013904223;
    int now = size ? size : chance >> 28 ? 1 + (int)(chance >> 20) % 700 : 8192;
    if (now > frames - done) now = frames - done;
    block(x, left + done, right ? right + done : NULL, (uint32_t)now);
    done += now;
  }
}
/* The song is told by its frame, so that a time is rounded once. */
static void play_planes(instance *x, int64_t first, float *const *planes, int frames, int size) {
  unsigned chance = 7;
  float *data[most_channels];
  for (int done = 0; done < frames;) {
    chance = chance * 1664525 + 1013904223;
    int now = size ? size : 1 + (int)(chance >> 19);
    if (now > frames - done) now = frames - done;
    locate(x, first + done, true);
    for (int channel = 0; channel < x->channels; channel++) data[channel] = planes[channel] ? planes[channel] + done : NULL;
    block_of(x, data, (uint32_t)now);
    done += now;
  }
}
static void play(instance *x, int64_t first, float *left, float *right, int frames, int size) {
  float *const planes[2] = {left, right};
  play_planes(x, first, planes, frames, size);
}

static instance *make(const char *layout, double rate) {
  instance *x = calloc(1, sizeof *x);
  char id[40];
  snprintf(id, sizeof id, "rainsynth.rain%s%s", *layout ? "-" : "", layout);
  x->rate = rate;
  x->plugin = factory->create(factory, &host, id);
  if (!x->plugin || !x->plugin->init(x->plugin)) exit(2);
  clap_audio_port port;
  const clap_ports *ports = x->plugin->get_extension(x->plugin, "clap.audio-ports");
  if (!ports->get(x->plugin, 0, false, &port) || port.channels > most_channels) exit(2);
  x->channels = (int)port.channels;
  return x;
}
static instance *started(const char *layout, double rate) {
  instance *x = make(layout, rate);
  if (!x->plugin->activate(x->plugin, rate, 1, 8192) || !x->plugin->start_processing(x->plugin)) exit(3);
  return x;
}
static void end(instance *x) {
  x->plugin->stop_processing(x->plugin);
  x->plugin->deactivate(x->plugin);
  x->plugin->destroy(x->plugin);
  free(x);
}
static bool preset(instance *x, const char *name) {
  const clap_preset_load *load = x->plugin->get_extension(x->plugin, "clap.preset-load/2");
  return load->from_location(x->plugin, 1, NULL, name);
}

/* Streams that give and take a few bytes at a time. */
typedef struct { char bytes[40000]; size_t count, place; } text;
static int64_t write_some(const clap_writer *stream, const void *bytes, uint64_t size) {
  text *t = stream->context;
  if (size > 1000) size = 1000;
  memcpy(t->bytes + t->count, bytes, size);
  t->count += size;
  return (int64_t)size;
}
static int64_t read_some(const clap_reader *stream, void *bytes, uint64_t size) {
  text *t = stream->context;
  if (size > 7) size = 7;
  if (size > t->count - t->place) size = t->count - t->place;
  memcpy(bytes, t->bytes + t->place, size);
  t->place += size;
  return (int64_t)size;
}
static bool save(instance *x, text *t) {
  clap_writer stream = {t, write_some};
  t->count = t->place = 0;
  return ((const clap_state *)x->plugin->get_extension(x->plugin, "clap.state"))->save(x->plugin, &stream);
}
static bool load(instance *x, text *t, size_t count) {
  size_t whole = t->count;
  clap_reader stream = {t, read_some};
  t->place = 0, t->count = count;
  bool loads = ((const clap_state *)x->plugin->get_extension(x->plugin, "clap.state"))->load(x->plugin, &stream);
  t->count = whole;
  return loads;
}

enum { most = 400000 };
static float left[most], right[most], x_left[most], x_right[most];
static bool same(int from, int first, int frames) {
  return !memcmp(left + from, x_left + first, (size_t)frames * 4) && !memcmp(right + from, x_right + first, (size_t)frames * 4);
}
static double peak(const float *samples, int frames) {
  double most_so_far = 0;
  for (int k = 0; k < frames; k++) most_so_far = fmax(most_so_far, fabs((double)samples[k]));
  return most_so_far;
}

static void check_parameters(void) {
  instance *x = make("", 48000);
  const clap_parameters *all = parameters(x);
  uint32_t count = all->count(x->plugin), ids[200];
  HOLDS(count > 60 && count < 200);
  for (uint32_t k = 0; k < count; k++) {
    clap_parameter p;
    double number, again;
    char word[100], other[4];
    HOLDS(all->get_info(x->plugin, k, &p) && p.name[0] && p.module[0] && p.least < p.most);
    HOLDS(all->get_value(x->plugin, p.id, &number) && (k > 0 || number == p.standard));
    HOLDS(p.id != UINT32_MAX && p.standard >= p.least && p.standard <= p.most);
    ids[k] = p.id;
    for (uint32_t j = 0; j < k; j++) HOLDS(ids[j] != p.id);
    const double numbers[] = {p.least, p.most, p.standard, p.flags & 1 ? p.most : (p.least + p.most) / 3};
    for (int n = 0; n < 4; n++) {
      if (!all->value_to_text(x->plugin, p.id, numbers[n], word, sizeof word)) continue;
      HOLDS(all->text_to_value(x->plugin, p.id, word, &again) && again == fmin(p.most, fmax(p.least, numbers[n])));
    }
    HOLDS(all->value_to_text(x->plugin, p.id, p.most, other, sizeof other) && strlen(other) < sizeof other);
    HOLDS(!all->value_to_text(x->plugin, p.id, p.most, other, 0) && !all->value_to_text(x->plugin, p.id, NAN, word, 100));
    HOLDS(!all->text_to_value(x->plugin, p.id, "nonsense", &again) && !all->text_to_value(x->plugin, p.id, "", &again));
    HOLDS(!all->text_to_value(x->plugin, p.id, "1e99", &again) && !all->text_to_value(x->plugin, p.id, NULL, &again));
    // Outside its range a number is the nearest end; NaN is no number.
    set_id(x, p.id, 1e300, 0), set_id(x, p.id, NAN, 0);
    clap_in in = {x, event_count, event_at};
    all->flush(x->plugin, &in, NULL);
    x->count = 0;
    HOLDS(all->get_value(x->plugin, p.id, &number) && number == p.most);
    set_id(x, p.id, -INFINITY, 0);
    all->flush(x->plugin, &in, NULL);
    x->count = 0;
    HOLDS(all->get_value(x->plugin, p.id, &number) && number == p.least);
  }
  clap_parameter p;
  double number;
  HOLDS(!all->get_info(x->plugin, count, &p) && !all->get_info(x->plugin, 0, NULL));
  HOLDS(!all->get_value(x->plugin, 12345, &number) && !all->get_value(x->plugin, ids[0], NULL));
  HOLDS(all->text_to_value(x->plugin, parameter_named(x, "On what"), "Metal", &number) && number > 0);
  HOLDS(all->text_to_value(x->plugin, parameter_named(x, "How hard it rains"), "heavy", &number) && number == 25);
  HOLDS(all->text_to_value(x->plugin, parameter_named(x, "Dark or bright"), "2 kHz", &number) && number == 2000);
  HOLDS(all->text_to_value(x->plugin, parameter_named(x, "Loudness"), "-3.5dB", &number) && number == -3.5);
  all->flush(x->plugin, NULL, NULL);
  x->plugin->destroy(x->plugin);
  free(x);
}

static void check_song(void) {
  instance *x = started("", 48000);
  preset(x, "tin-roof");
  play(x, 0, x_left, x_right, most, 256);
  HOLDS(peak(x_left, most) > 0.01 && x->mask == 0 && x->status == 1);
  // Jumps, back and forth, with all sizes of blocks.
  static const int places[] = {100001, 8192, 0, 300000, 4095, 4097, 299999};
  for (int k = 0; k < 7; k++) {
    play(x, places[k], left, right, 60000, k % 2 ? 0 : 1 + 333 * k);
    HOLDS(same(0, places[k], 60000));
  }
  // A song that loops within a block, told by an event.
  play(x, 50000, left, right, 5000, 500);
  locate(x, 20000, true);
  x->events[0].song = x->song, x->events[0].header.time = 300, x->count = 1;
  locate(x, 55000, true);
  block(x, left, right, 1000);
  HOLDS(same(0, 55000, 300) && same(300, 20000, 700));
  // A stop is quiet after 10 ms, and a start is there at once.
  locate(x, 21000, false);
  block(x, left, right, 4096);
  HOLDS(peak(left, 100) > 0 && peak(left + 480, 3600) == 0);
  block(x, left, right, 64);
  HOLDS(peak(left, 64) == 0 && x->mask == 3 && x->status == 1);
  play(x, 21000, left, right, 5000, 64);
  HOLDS(same(0, 21000, 5000));
  // Times that are rounded otherwise do not cut the rain, and a song has no rain before its beginning.
  locate(x, 26001, true);
  block(x, left, right, 1000);
  HOLDS(same(0, 26000, 1000));
  locate(x, -500, true);
  block(x, left, right, 1500);
  HOLDS(peak(left, 500) == 0 && same(500, 0, 1000));
  // Without a song, or without its position, the rain runs freely.
  x->plugin->reset(x->plugin);
  x->has_song = false;
  blocks(x, left, right, 30000, 0);
  HOLDS(same(0, 0, 30000));
  x->plugin->reset(x->plugin);
  set(x, "Song position", 0, 0);
  locate(x, 123456, false);
  block(x, left, right, 3000);
  HOLDS(same(0, 0, 3000));
  // Another seed is another rain.
  set(x, "Seed", 7, 0);
  x->plugin->reset(x->plugin);
  block(x, left, right, 8192);
  HOLDS(!same(0, 0, 8192) && peak(left, 8192) > 0 && value(x, "Seed") == 7);
  end(x);
}

/* The same curves of parameters, in blocks of any size, are the same samples. */
static void automate(instance *x, float *l, float *r, int size) {
  static const char *const names[] = {"Loudness", "How hard it rains", "On what", "Dark or bright",
    "Echo time", "Single drops", "Time of gusts", "Near or far"};
  int next = 0;
  for (int done = 0; done < 200000;) {
    int now = size ? size : 1 + (done * 7919) % 5000;
    if (now > 200000 - done) now = 200000 - done;
    // Event k has the frame 997 k.
    for (; next * 997 < done + now && x->count < 290; next++) {
      double share = (next * 37 % 101) / 100.0;
      clap_parameter p;
      const clap_parameters *all = parameters(x);
      uint32_t id = parameter_named(x, names[next % 8]);
      for (uint32_t k = 0; all->get_info(x->plugin, k, &p); k++) if (p.id == id) break;
      set_id(x, id, p.least + share * (p.most - p.least) / 10, (uint32_t)(next * 997 - done));
    }
    locate(x, 70000 + done, true);
    block(x, l + done, r + done, (uint32_t)now);
    done += now;
  }
}

static void check_automation(void) {
  static const int sizes[] = {1000, 64, 8192, 0};
  for (int k = 0; k < 4; k++) {
    instance *x = started("", 44100);
    automate(x, k ? left : x_left, k ? right : x_right, sizes[k]);
    HOLDS(peak(x_left, 200000) > 0);
    if (k) HOLDS(same(0, 0, 200000));
    // The host has to read again what rainfall has set.
    HOLDS(callbacks > 0 && fabs(value(x, "Patter rate") / (1500 * sqrt(value(x, "How hard it rains") / 10)) - 1) < 1e-5);
    x->plugin->on_main_thread(x->plugin);
    HOLDS(rescans > 0);
    end(x);
  }
}

static void check_state(void) {
  static text state, other;
  instance *x = started("", 48000);
  set(x, "Loudness", -6.125, 0), set(x, "Seed", 12, 0), set(x, "Attack", 0.25, 0), set(x, "Near or far", 20, 0);
  block(x, left, right, 100);
  HOLDS(save(x, &state) && strstr(state.bytes, "\"gain\": -6.125") && strstr(state.bytes, "\"revision\": "));
  HOLDS(strstr(state.bytes, "\"seed\": 12"));
  play(x, 9000, x_left, x_right, 20000, 512);
  instance *y = make("", 48000);
  HOLDS(load(y, &state, state.count) && value(y, "Loudness") == -6.125 && value(y, "Attack") == 0.25 && value(y, "Seed") == 12);
  HOLDS(y->plugin->activate(y->plugin, 48000, 1, 8192));
  play(y, 9000, left, right, 20000, 100);
  HOLDS(same(0, 0, 20000) && save(y, &other) && other.count == state.count && !memcmp(other.bytes, state.bytes, state.count));
  // What is cut or foreign is refused, and the sound stays.
  int refused = logs;
  for (size_t cut = 0; cut + 2 < state.count; cut += 61) HOLDS(!load(y, &state, cut));
  HOLDS(logs > refused && strstr(logged, "state"));
  strcpy(other.bytes, "VST3 chunk"), other.count = 10;
  HOLDS(!load(y, &other, 10));
  strcpy(other.bytes, "{\"gain\": 1e9}");
  HOLDS(!load(y, &other, 13));
  play(y, 9000, left, right, 20000, 0);
  HOLDS(same(0, 0, 20000));
  // A preset of the command is a state, too; that of another sound revision says so.
  strcpy(other.bytes, "{\"gain\": -3, \"revision\": 1}");
  HOLDS(load(y, &other, strlen(other.bytes)) && value(y, "Loudness") == -3 && value(y, "Seed") == 12 && strstr(logged, "revision 1"));
  // One that arrives while it sounds glides there.
  set(y, "Glide", 0, 0);
  block(y, left, right, 64);
  HOLDS(load(y, &state, state.count));
  play(y, 0, left, right, 64, 64), play(y, 9000, left, right, 20000, 512);
  HOLDS(same(0, 0, 20000));
  // Curves of a preset go on until a parameter is set.
  HOLDS(preset(y, "shower") && !preset(y, "strom") && !preset(y, NULL));
  play(y, 48000 * 110, left, right, 30000, 512);
  double loud = peak(left, 30000);
  play(y, 48000 * 3, left, right, 30000, 512);
  HOLDS(loud > 1.3 * peak(left, 30000) && save(y, &other) && strstr(other.bytes, "\"curves\""));
  set(y, "How hard it rains", 0.5, 0);
  play(y, 48000 * 110, left, right, 30000, 512);
  HOLDS(loud > 1.3 * peak(left, 30000) && save(y, &other));
  HOLDS(!strstr(other.bytes, "\"rainfall\": ["));
  HOLDS(load(x, &other, other.count));
  end(x), end(y);
}

static int found, names;
static char folder[200];
static bool take_location(const clap_indexer *indexer, const void *location) {
  (void)indexer;
  const clap_location *l = location;
  found += l->kind == 1 && !l->location && l->name;
  if (l->kind == 0) snprintf(folder, sizeof folder, "%s", l->location);
  return true;
}
static bool take_own(const clap_receiver *receiver, const char *name, const char *key) {
  (void)receiver;
  names += !strcmp(name, "own") && !key;
  return true;
}
static bool take_type(const clap_indexer *indexer, const void *type) { (void)indexer; return type != NULL; }
static bool take_preset(const clap_receiver *receiver, const char *name, const char *key) {
  (void)receiver;
  instance *x = make("mono", 48000);
  names += name && key && preset(x, key);
  x->plugin->destroy(x->plugin);
  free(x);
  return true;
}
static void take_id(const clap_receiver *receiver, const void *id) { (void)receiver, (void)id; }
static void take_text(const clap_receiver *receiver, const char *t) { (void)receiver; HOLDS(t && *t); }

static void check_presets(void) {
  const clap_provider_factory *f = entry->get_factory("clap.preset-discovery-factory/2");
  clap_indexer indexer = {{1, 2, 0}, "test", "", "", "", NULL, take_type, take_location, NULL, NULL};
  clap_receiver receiver = {.begin_preset = take_preset, .add_plugin_id = take_id, .set_description = take_text};
  HOLDS(f && f->count(f) == 1 && f->descriptor(f, 0) && !f->descriptor(f, 1) && !f->create(f, &indexer, "other"));
  const clap_provider *p = f->create(f, &indexer, "rainsynth.presets");
  HOLDS(p && p->init(p) && found == 1 && p->get_metadata(p, 1, NULL, &receiver) && names == 22);
  HOLDS(!p->get_metadata(p, 0, "/nowhere/a.json", &receiver) && !p->get_metadata(p, 9, NULL, &receiver));
  HOLDS(!p->get_metadata(p, 1, NULL, NULL) && !*folder);
  p->destroy(p);
  // A folder of the user, once it is there.
  char home[] = "/tmp/rainsynth-home-XXXXXX", path[300], command[300];
  HOLDS(mkdtemp(home) && !setenv("HOME", home, 1));
  snprintf(command, sizeof command, "mkdir -p %s/.local/share/rainsynth && echo '{\"name\": \"own\", \"gain\": -7}' > %s/.local/share/rainsynth/own.json", home, home);
  HOLDS(!system(command));
  p = f->create(f, &indexer, "rainsynth.presets");
  HOLDS(p->init(p) && strstr(folder, ".local/share/rainsynth"));
  snprintf(path, sizeof path, "%s/own.json", folder);
  receiver.begin_preset = take_own, receiver.set_description = NULL, names = 0;
  HOLDS(p->get_metadata(p, 0, path, &receiver) && names == 1);
  instance *x = make("", 48000);
  const clap_preset_load *loading = x->plugin->get_extension(x->plugin, "clap.preset-load/2");
  HOLDS(loading->from_location(x->plugin, 0, path, NULL) && value(x, "Loudness") == -7);
  HOLDS(!loading->from_location(x->plugin, 0, "/nowhere", NULL) && !loading->from_location(x->plugin, 0, NULL, NULL) && value(x, "Loudness") == -7);
  x->plugin->destroy(x->plugin);
  free(x);
  p->destroy(p);
  snprintf(command, sizeof command, "rm -r %s", home);
  HOLDS(!system(command));
}

static void check_notes(void) {
  instance *x = started("", 48000);
  const clap_frames *tail = x->plugin->get_extension(x->plugin, "clap.tail");
  const clap_frames *latency = x->plugin->get_extension(x->plugin, "clap.latency");
  HOLDS(latency->get(x->plugin) == 0 && tail->get(x->plugin) == 480);
  set(x, "Gate", 1, 0), set(x, "Attack", 0.1, 0), set(x, "Release", 0.2, 0);
  block(x, left, right, 1000);
  HOLDS(peak(left, 1000) == 0 && x->status == 4 && tail->get(x->plugin) == 480 + 9600);
  note(x, CLAP_NOTE_ON, 60, 500);
  block(x, left, right, 20000);
  HOLDS(peak(left, 500) == 0 && peak(left + 500, 1000) < peak(left + 6000, 10000) && x->status == 1);
  note(x, CLAP_NOTE_ON, 64, 0), note(x, CLAP_NOTE_OFF, 60, 10);
  block(x, left, right, 8000);
  HOLDS(peak(left + 5000, 3000) > 0.001);
  note(x, CLAP_NOTE_OFF, 64, 0);
  block(x, left, right, 20000);
  HOLDS(peak(left, 5000) > 0 && peak(left + 9700, 10300) == 0 && x->status == 4);
  x->events[0].midi = (clap_midi){{sizeof(clap_midi), 0, 0, CLAP_MIDI, 0}, 0, {0x90, 50, 100}}, x->count = 1;
  block(x, left, right, 20000);
  HOLDS(peak(left, 20000) > 0.001);
  x->events[0].midi = (clap_midi){{sizeof(clap_midi), 0, 0, CLAP_MIDI, 0}, 0, {0xB0, 123, 0}}, x->count = 1;
  block(x, left, right, 20000);
  HOLDS(peak(left + 9700, 10000) == 0);
  set(x, "Gate", 0, 0), set(x, "Bypass", 1, 4000);
  block(x, left, right, 10000);
  HOLDS(peak(left, 4000) > 0.001 && peak(left + 4480, 5000) == 0 && x->status == 4);
  block(x, left, right, 100);
  HOLDS(x->mask == 3);
  end(x);
}

static void check_wrong(void) {
  HOLDS(!entry->get_factory("other") && !entry->get_factory(NULL) && entry->init("/") && entry->init(NULL));
  HOLDS(!factory->create(factory, &host, "other") && !factory->create(factory, &host, NULL) && !factory->descriptor(factory, 11));
  instance *x = make("", 48000);
  const clap_plugin *p = x->plugin;
  memset(left, 1, 4000);
  block(x, left, right, 1000);
  HOLDS(peak(left, 1000) == 0);
  p->reset(p), p->stop_processing(p), p->deactivate(p), p->on_main_thread(p);
  static const double rates[] = {0, -1, NAN, INFINITY, 999, 768001, 1e300};
  for (int k = 0; k < 7; k++) HOLDS(!p->activate(p, rates[k], 1, 64));
  static const double good[] = {8000, 11025, 44100, 96000, 192000};
  for (int k = 0; k < 5; k++) {
    HOLDS(p->activate(p, good[k], 1, 64));
    blocks(x, left, right, 20000, 0);
    HOLDS(peak(left, 20000) > 0.001 && peak(right, 20000) < 1.01);
  }
  HOLDS(p->process(p, NULL) == 0 && p->process(NULL, NULL) == 0 && !p->get_extension(p, "clap.gui") && !p->get_extension(p, NULL));
  clap_process empty = {.frames = 64};
  HOLDS(p->process(p, &empty) == 0);
  float *none[2] = {NULL, NULL};
  clap_buffer out = {none, NULL, 2, 0, 0};
  empty.outputs = &out, empty.output_count = 1;
  HOLDS(p->process(p, &empty) == 0);
  none[0] = left, out.channels = 1;
  HOLDS(p->process(p, &empty) == 0);
  out.data32 = NULL, out.channels = 2;
  HOLDS(p->process(p, &empty) == 0);
  empty.frames = 0;
  HOLDS(p->process(p, &empty) == 1);
  // Events that are cut, of another space, unknown, late, or in a wrong order.
  set(x, "Loudness", -60, 5), x->events[0].header.size = 20;
  set(x, "Loudness", -60, 5), x->events[1].header.space = 3;
  set_id(x, 1, 1, 6), set(x, "Loudness", -1, 900), set(x, "Loudness", -2, 5), set(x, "Loudness", -3, 4000000000u);
  note(x, 77, 3, 2), note(x, CLAP_NOTE_ON, 32000, 2), note(x, CLAP_NOTE_OFF, -1, 2);
  block(x, left, right, 1000);
  HOLDS(value(x, "Loudness") == -3);
  // Settings that contradict each other are put into an order.
  set(x, "Near or far", 40, 0), set(x, "Lowest tick", 15000, 0), set(x, "Highest tick", 300, 0);
  block(x, left, right, 8192);
  HOLDS(peak(left, 8192) > 0);
  // A song as far before and behind its beginning as its time can say.
  locate(x, 0, true);
  x->song.seconds = INT64_MIN;
  block(x, left, right, 8192);
  HOLDS(peak(left, 8192) == 0);
  for (int shift = 1; shift < 20; shift++) {
    locate(x, 0, true);
    x->song.seconds = (INT64_MAX >> shift) - 12345;
    block(x, left, right, 1000);
    HOLDS(peak(left, 1000) > 0 && peak(left, 1000) < 1.01);
  }
  const clap_ports *ports = p->get_extension(p, "clap.audio-ports");
  clap_audio_port port;
  HOLDS(ports->count(p, false) == 1 && ports->count(p, true) == 0 && ports->get(p, 0, false, &port) && port.channels == 2);
  HOLDS(!strcmp(port.type, "stereo") && !ports->get(p, 1, false, &port) && !ports->get(p, 0, false, NULL));
  const clap_ports *note_ports = p->get_extension(p, "clap.note-ports");
  clap_note_port notes;
  HOLDS(note_ports->count(p, true) == 1 && note_ports->get(p, 0, true, &notes) && notes.supported == 3);
  p->destroy(p);
  free(x);
}

/* Every rate that hosts and clap-validator try, with a minute of chance events in all. */
static void check_rates(void) {
  static const double rates[] = {1000, 1234.5678, 4000, 7999, 8000, 12345.678, 22050, 44100, 45678.901, 48000, 88200, 123456.78, 192000, 192001,
                                 384000, 768000};
  enum { count = sizeof rates / sizeof *rates };
  unsigned chance = 3;
  double loud = 0;
  for (int k = 0; k < count; k++) {
    double rate = rates[k];
    int frames = rate < 100000 ? (int)rate : 100000;
    instance *x = started("", rate);
    play(x, 0, x_left, x_right, frames, 256);
    double power = 0;
    for (int n = 0; n < frames; n++) power += x_left[n] * x_left[n] / frames;
    /* As loud at all rates, but for what a low rate cannot carry. */
    if (rate == 44100) loud = power;
    HOLDS(power > 0 && (rate <= 44100 || (power > 0.25 * loud && power < 4 * loud)));
    HOLDS(isfinite(power) && peak(x_left, frames) < 1.01);
    /* The same from any place and in any blocks; the clock of a song does not run away from that of the blocks. */
    play(x, frames / 3, left, right, frames / 2, 0);
    HOLDS(same(0, frames / 3, frames / 2));
    x->plugin->reset(x->plugin);
    x->has_song = false;
    blocks(x, left, right, frames, 100);
    HOLDS(same(0, 0, frames));
    const clap_parameters *all = parameters(x);
    /* Between samples at the limit sound rises to its true peak, which a rate that the engine lacks can find. */
    float most = rate < 8000 || rate > 192000 ? 1.1f : 1.01f;
    for (double seconds = 0; seconds < 60.0 / count;) {
      chance = chance * 1664525 + 1013904223;
      uint32_t now = 1 + (chance >> 16) % 2048;
      for (int n = 0; n < 4; n++) {
        clap_parameter p;
        chance = chance * 1664525 + 1013904223;
        if (!all->get_info(x->plugin, (chance >> 20) % all->count(x->plugin), &p)) continue;
        set_id(x, p.id, p.least + (chance & 0xFFF) / 4095.0 * (p.most - p.least), (uint32_t)n * now / 4);
        if (chance >> 31) note(x, chance >> 30 & 1 ? CLAP_NOTE_ON : CLAP_NOTE_OFF, 60, (uint32_t)n * now / 4);
      }
      if (chance >> 28 == 0) locate(x, chance >> 8, chance >> 27 & 1);
      block(x, left, right, now);
      for (uint32_t n = 0; n < now; n++) if (!(fabsf(left[n]) < most && fabsf(right[n]) < most)) HOLDS(!"a sample is too large");
      seconds += now / rate;
    }
    end(x);
  }
}

/* Hosts learn which channel is which: speakers by their numbers, ambisonics by order and normalization. */
static void check_layouts(void) {
  static const struct { const char *name, *type; int channels; uint8_t speakers[12]; } layouts[] = {
    {"", "stereo", 2, {0, 1}}, {"mono", "mono", 1, {2}}, {"binaural", "stereo", 2, {0, 1}}, {"quad", "surround", 4, {0, 1, 4, 5}}, {"5.1", "surround", 6, {0, 1, 2, 3, 4, 5}},
    {"5.1.4", "surround", 10, {0, 1, 2, 3, 4, 5, 12, 14, 15, 17}},
    {"7.1", "surround", 8, {0, 1, 2, 3, 4, 5, 9, 10}}, {"7.1.2", "surround", 10, {0, 1, 2, 3, 4, 5, 9, 10, 12, 14}}, {"7.1.4", "surround", 12, {0, 1, 2, 3, 4, 5, 9, 10, 12, 14, 15, 17}},
    {"foa", "ambisonic", 4, {0}}, {"3oa", "ambisonic", 16, {0}}};
  for (int k = 0; k < 11; k++) {
    instance *x = make(layouts[k].name, 48000);
    clap_audio_port port;
    const clap_ports *ports = x->plugin->get_extension(x->plugin, "clap.audio-ports");
    HOLDS(ports->get(x->plugin, 0, false, &port) && (int)port.channels == layouts[k].channels && !strcmp(port.type, layouts[k].type));
    HOLDS(!strcmp(factory->descriptor(factory, (uint32_t)k)->features[2], layouts[k].type));
    bool is_ambisonic = !strcmp(layouts[k].type, "ambisonic");
    uint8_t map[16];
    uint64_t mask = 0;
    const clap_surround *surround = x->plugin->get_extension(x->plugin, "clap.surround/4");
    int count = (int)surround->get_map(x->plugin, false, 0, map, 16);
    HOLDS(count == (is_ambisonic ? 0 : layouts[k].channels) && !memcmp(map, layouts[k].speakers, (size_t)count));
    HOLDS(!surround->get_map(x->plugin, true, 0, map, 16) && !surround->get_map(x->plugin, false, 1, map, 16));
    HOLDS(!surround->get_map(x->plugin, false, 0, map, 0) && !surround->get_map(x->plugin, false, 0, NULL, 16));
    for (int n = 0; n < count; n++) mask |= 1ull << map[n];
    HOLDS(surround->supports(x->plugin, mask) == !is_ambisonic && !surround->supports(x->plugin, mask + 1));
    const clap_ambisonic *ambisonic = x->plugin->get_extension(x->plugin, "clap.ambisonic/3");
    clap_ambisonic_format ambix = {1, 1}, fuma = {0, 0}, found = {9, 9};
    HOLDS(ambisonic->supports(x->plugin, &ambix) == is_ambisonic && !ambisonic->supports(x->plugin, &fuma));
    HOLDS(ambisonic->get_format(x->plugin, false, 0, &found) == is_ambisonic && (found.ordering == 1) == is_ambisonic);
    HOLDS(!ambisonic->get_format(x->plugin, true, 0, &found) && !ambisonic->get_format(x->plugin, false, 0, NULL));
    HOLDS(!ambisonic->supports(x->plugin, NULL));
    // Without room for one of its channels it is an error; what a host offers beyond them is silent. All of them fade alike.
    HOLDS(x->plugin->activate(x->plugin, 48000, 1, 8192));
    static float sound[17][8192];
    float *planes[17];
    for (int n = 0; n < 17; n++) planes[n] = memset(sound[n], 1, sizeof sound[n]);
    int channels = x->channels;
    x->channels = channels + 1;
    block_of(x, planes, 8192);
    HOLDS(peak(sound[0], 8192) > 0.001 && peak(sound[channels], 8192) == 0 && x->status == 1);
    x->channels = channels;
    planes[channels - 1] = NULL;
    block_of(x, planes, 64);
    HOLDS(x->status == 0);
    planes[channels - 1] = sound[channels - 1];
    set(x, "Bypass", 1, 1000);
    block_of(x, planes, 8192);
    for (int n = 0; n < channels; n++) HOLDS(peak(sound[n] + 1480, 6712) == 0);
    block_of(x, planes, 64);
    HOLDS(x->mask == (1u << channels) - 1);
    end(x);
  }
}

static void *alone(void *argument) {
  float *sound = argument;
  instance *x = started("mono", 48000);
  blocks(x, sound, NULL, 100000, 0);
  end(x);
  return NULL;
}

static void check_threads(void) {
  pthread_t threads[4];
  float *sounds[4] = {left, right, x_left, x_right};
  for (int k = 0; k < 4; k++) HOLDS(!pthread_create(&threads[k], NULL, alone, sounds[k]));
  for (int k = 0; k < 4; k++) HOLDS(!pthread_join(threads[k], NULL));
  for (int k = 1; k < 4; k++) HOLDS(!memcmp(sounds[0], sounds[k], 400000));
}

static double seconds_of_processor(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *const shipped[] = {"steady", "drizzle", "light", "downpour", "tropical", "shower", "storm", "night", "open", "street",
  "forest", "puddles", "window", "car", "umbrella", "tent", "tin-roof", "cave-drips", "water-glass", "bubbles", "classic-app", "classic-plugin"};

static void figures(void) {
  double slowest = 0;
  for (size_t k = 0; k < sizeof shipped / sizeof *shipped; k++) {
    instance *x = started("", 48000);
    preset(x, shipped[k]);
    play(x, 0, left, right, 1000, 100);
    double best = 1e9;
    for (int n = 1; n < 12; n++) {
      locate(x, (int64_t)n * 3333333, true);
      double start = seconds_of_processor();
      block(x, left, right, 64);
      double time = (seconds_of_processor() - start) * 1e3;
      if (time < best) best = time;
    }
    printf("a seek of %s: %.2f ms\n", shipped[k], best);
    slowest = fmax(slowest, best);
    end(x);
  }
  instance *many[200];
  for (int k = 0; k < 200; k++) many[k] = started("", 48000);
  double start = seconds_of_processor();
  int count = 48000 * 10 / 256;
  for (int n = 0; n < count; n++) for (int k = 0; k < 200; k++) block(many[k], left, right, 256);
  double load = (seconds_of_processor() - start) / (count * 256 / 48000.0);
  printf("the slowest seek: %.2f ms; 200 instances: %.0f %% of a core\n", slowest, 100 * load);
  for (int k = 0; k < 200; k++) end(many[k]);
}

int main(int count, char **words) {
  void *library = count > 2 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library || !(entry = dlsym(library, "clap_entry"))) return printf("no plug-in: %s\n", dlerror()), 2;
  if (entry->version.major != 1 || !entry->init(words[1])) return 2;
  if (!(factory = entry->get_factory("clap.plugin-factory")) || factory->count(factory) != 11) return 2;
  if (!strcmp(words[2], "render") && count == 9) {
    int frames = atoi(words[7]);
    instance *x = started(strcmp(words[4], "stereo") ? words[4] : "", atof(words[5]));
    float *planes[most_channels];
    for (int channel = 0; channel < x->channels; channel++) planes[channel] = calloc((size_t)frames, 4);
    if (!preset(x, words[3])) return 2;
    play_planes(x, atoll(words[6]), planes, frames, atoi(words[8]));
    for (int k = 0; k < frames; k++) for (int channel = 0; channel < x->channels; channel++) fwrite(planes[channel] + k, 4, 1, stdout);
    end(x);
    return asked != 0;
  }
  if (!strcmp(words[2], "figures")) return figures(), 0;
  check_parameters(), check_song(), check_automation(), check_state(), check_presets(), check_notes(), check_wrong(), check_layouts(), check_rates(), check_threads();
  HOLDS(asked == 0);
  printf("%d claims, %d do not hold; memory or locks on the audio thread: %ld times\n", checks, failures, asked);
  entry->deinit();
  return failures ? 1 : 0;
}
