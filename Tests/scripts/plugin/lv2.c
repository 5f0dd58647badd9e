/* lv2 BUNDLE-FILE GAIN GATE TURTLE: loads the plug-in by the headers of LV2, and checks controls, notes, the position of the song and
 * states. GAIN and GATE are ports; TURTLE describes all of them. */
#include <dlfcn.h>
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <lv2/urid/urid.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, checks;
#define HOLDS(claim) (checks++, (claim) ? (void)0 : (void)(failures++, printf("line %d does not hold: %s\n", __LINE__, #claim)))

static char uris[100][100];
static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (LV2_URID k = 1; k < 100; k++) {
    if (!uris[k][0]) strcpy(uris[k], uri);
    if (!strcmp(uris[k], uri)) return k;
  }
  return 0;
}
static LV2_URID_Map mapping = {NULL, map};
static const LV2_Feature map_feature = {LV2_URID__map, &mapping};
static const LV2_Feature *const features[] = {&map_feature, NULL}, *const no_features[] = {NULL};

enum { first_control = 4, most_controls = 100, most = 100000 };
typedef struct {
  const LV2_Descriptor *descriptor;
  LV2_Handle handle;
  float controls[most_controls];
  struct { LV2_Atom_Sequence sequence; char bytes[1000]; } events, notes;
} instance;

static void clear(instance *x) {
  x->events.sequence.atom = x->notes.sequence.atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), map(NULL, LV2_ATOM__Sequence)};
}
static void *append(LV2_Atom_Sequence *port, int64_t frame, uint32_t type, uint32_t size) {
  LV2_Atom_Event *event = (LV2_Atom_Event *)((char *)port + sizeof(LV2_Atom) + port->atom.size);
  event->time.frames = frame;
  event->body = (LV2_Atom){size, type};
  port->atom.size += (uint32_t)sizeof *event + ((size + 7) & ~7u);
  return event + 1;
}
static void locate(instance *x, int64_t frame, int64_t song, float speed) {
  struct { LV2_Atom_Object_Body body; LV2_Atom_Property_Body frame; int64_t song; LV2_Atom_Property_Body speed; float number, padding; } position = {
    {0, map(NULL, LV2_TIME__Position)}, {map(NULL, LV2_TIME__frame), 0, {8, map(NULL, LV2_ATOM__Long)}}, song,
    {map(NULL, LV2_TIME__speed), 0, {4, map(NULL, LV2_ATOM__Float)}}, speed, 0};
  memcpy(append(&x->events.sequence, frame, map(NULL, LV2_ATOM__Object), sizeof position), &position, sizeof position);
}
static void play_note(instance *x, int64_t frame, int status) {
  unsigned char bytes[3] = {(unsigned char)status, 60, 100};
  memcpy(append(&x->notes.sequence, frame, map(NULL, LV2_MIDI__MidiEvent), 3), bytes, 3);
}
static void run(instance *x, float *left, float *right, int frames, int size) {
  for (int done = 0; done < frames; done += size) {
    if (size > frames - done) size = frames - done;
    x->descriptor->connect_port(x->handle, 0, left + done);
    x->descriptor->connect_port(x->handle, 1, right + done);
    x->descriptor->run(x->handle, (uint32_t)size);
    clear(x);
  }
}
static instance *make(const LV2_Descriptor *descriptor, double rate) {
  instance *x = calloc(1, sizeof *x);
  x->descriptor = descriptor;
  if (!(x->handle = descriptor->instantiate(descriptor, rate, "/", features))) exit(2);
  for (uint32_t k = 0; k < most_controls; k++) {
    x->controls[k] = NAN; /* no number until the test has one */
    descriptor->connect_port(x->handle, first_control + k, &x->controls[k]);
  }
  descriptor->connect_port(x->handle, 2, &x->events);
  descriptor->connect_port(x->handle, 3, &x->notes);
  clear(x);
  descriptor->activate(x->handle);
  return x;
}
static void end(instance *x) {
  x->descriptor->deactivate(x->handle);
  x->descriptor->cleanup(x->handle);
  free(x);
}

static struct { char text[40000]; size_t size; LV2_URID key, type; } stored;
static LV2_State_Status store(LV2_State_Handle h, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags) {
  (void)h;
  HOLDS(flags == (LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE) && size < sizeof stored.text);
  memcpy(stored.text, value, size);
  stored.size = size, stored.key = key, stored.type = type;
  return LV2_STATE_SUCCESS;
}
static const void *retrieve(LV2_State_Handle h, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags) {
  (void)h;
  if (key != stored.key) return NULL;
  *size = stored.size, *type = stored.type, *flags = 3;
  return stored.text;
}

static float left[most], right[most], x_left[most], x_right[most];
static int same(int from, int first, int frames) {
  return !memcmp(left + from, x_left + first, (size_t)frames * 4) && !memcmp(right + from, x_right + first, (size_t)frames * 4);
}
static double peak(const float *samples, int frames) {
  double highest = 0;
  for (int k = 0; k < frames; k++) highest = fmax(highest, fabs((double)samples[k]));
  return highest;
}

static struct { char symbol[40]; float low, high, standard; } ports[most_controls];
static int read_ports(const char *path) {
  static char text[1 << 17];
  FILE *file = fopen(path, "r");
  if (!file || !fread(text, 1, sizeof text - 1, file)) exit(2);
  fclose(file);
  int count = 0;
  for (char *port = strstr(text, "<urn:rainsynth:rain>"), *low; (low = port ? strstr(port, "lv2:minimum ") : NULL); port = low + 1, count++) {
    char *symbol = low;
    while (strncmp(symbol, "lv2:symbol", 10)) symbol--;
    if (sscanf(symbol, "lv2:symbol \"%39[^\"]", ports[count].symbol) != 1
        || sscanf(low, "lv2:minimum %f ; lv2:maximum %f ; lv2:default %f", &ports[count].low, &ports[count].high, &ports[count].standard) != 3) exit(2);
    char *end = strstr(low, " .\n\n"), *next = strstr(low + 1, "lv2:minimum ");
    if (end && next && end < next) return count + 1;
  }
  return count;
}

/* From the same frame, as a host that has just begun. */
static void play_from(instance *x, int64_t frame, float *l, float *r) {
  x->descriptor->deactivate(x->handle), x->descriptor->activate(x->handle);
  locate(x, 0, frame, 1);
  run(x, l, r, 5000, 700);
}

/* A session that is opened again sounds as it did when it was saved, with the numbers of its controls or another one of a curve. */
static void check_sessions(const LV2_Descriptor *d, int count) {
  const LV2_State_Interface *state = d->extension_data(LV2_STATE__interface);
  int rainfall = 0;
  while (strcmp(ports[rainfall].symbol, "rainfall")) rainfall++;
  for (int k = 0; k < 2 * count; k++) {
    int control = k % count;
    float span = ports[control].high - ports[control].low, later = ports[control].low + 0.61f * span; /* no standard number */
    instance *x = make(d, 8000), *y = make(d, 8000), *z = make(d, 8000);
    for (int n = 0; n < count; n++) x->controls[n] = ports[n].standard;
    run(x, left, right, 100, 100);
    x->controls[control] = ports[control].low + 0.3f * span;
    run(x, left, right, 100, 100);
    /* Then a rainfall that others follow, whose controls stay where they are. */
    if (k >= count) x->controls[rainfall] = 33;
    run(x, left, right, 100, 100);
    state->save(x->handle, store, NULL, 3, features);
    state->restore(y->handle, retrieve, NULL, 3, features), state->restore(z->handle, retrieve, NULL, 3, features);
    memcpy(y->controls, x->controls, sizeof x->controls), memcpy(z->controls, x->controls, sizeof x->controls);
    play_from(x, 60000, x_left, x_right), play_from(y, 60000, left, right);
    int sounds_as_saved = same(0, 0, 5000);
    x->controls[control] = z->controls[control] = later;
    play_from(z, 60000, left, right), play_from(x, 60000, x_left, x_right);
    int takes_a_curve = same(0, 0, 5000);
    if (control == rainfall) {
      /* The numbers that follow it are turned there and back by a state, which rounds them: -115 dB of the sound. */
      for (int n = 0; n < 5000; n++) left[n] -= x_left[n], right[n] -= x_right[n];
      takes_a_curve = peak(left, 5000) < 1e-6 && peak(right, 5000) < 1e-6;
    }
    if (!sounds_as_saved || !takes_a_curve) printf("%s%s\n", ports[control].symbol, k < count ? "" : ", then the rainfall");
    HOLDS(sounds_as_saved && takes_a_curve);
    end(x), end(y), end(z);
  }
}

int main(int count, char **words) {
  void *library = count == 5 ? dlopen(words[1], RTLD_NOW) : NULL;
  const LV2_Descriptor *(*entry)(uint32_t) = library ? (const LV2_Descriptor *(*)(uint32_t))dlsym(library, "lv2_descriptor") : NULL;
  if (!entry) return 2;
  /* The places of two controls, which the caller has read from the Turtle. */
  int gain = atoi(words[2]) - first_control, gate = atoi(words[3]) - first_control;
  const LV2_Descriptor *d = entry(0);
  HOLDS(d && entry(10) && !entry(11) && strcmp(d->URI, entry(1)->URI));
  HOLDS(!d->instantiate(d, 1, "/", features) && !d->instantiate(d, NAN, "/", features));
  HOLDS(!d->extension_data("other") && !d->extension_data(NULL));
  instance *x = make(d, 48000);
  run(x, x_left, x_right, most, 1000);
  HOLDS(peak(x_left, most) > 0.01);
  /* The song jumps within a block, plays on without further events, stops, and begins again. */
  locate(x, 0, 50000, 1), locate(x, 300, 20000, 1);
  run(x, left, right, 1000, 1000);
  HOLDS(same(0, 50000, 300) && same(300, 20000, 700));
  run(x, left, right, 30000, 64);
  HOLDS(same(0, 20700, 30000));
  /* A host that tells one place block after block does not know where its song is; one that tells it again later jumps. */
  for (int k = 0; k < 10; k++) {
    locate(x, 0, 30000, 1);
    run(x, left + 100 * k, right + 100 * k, 100, 100);
  }
  HOLDS(same(0, 30000, 1000));
  run(x, left, right, 100, 100);
  locate(x, 0, 30000, 1);
  run(x, left, right, 1000, 1000);
  HOLDS(same(0, 30000, 1000));
  locate(x, 0, 50700, 1), locate(x, 100, 50800, 0);
  run(x, left, right, 4000, 4000);
  HOLDS(same(0, 50700, 100) && peak(left + 600, 3400) == 0);
  locate(x, 0, 7, 1);
  run(x, left, right, 5000, 100);
  HOLDS(same(0, 7, 5000));
  /* A control that moves, a state, and a state that is cut. */
  const LV2_State_Interface *state = d->extension_data(LV2_STATE__interface);
  x->controls[gain] = -6.5f;
  run(x, left, right, 20000, 500);
  HOLDS(!same(0, 5007, 20000) && state->save(x->handle, store, NULL, 3, features) == LV2_STATE_SUCCESS);
  HOLDS(strstr(stored.text, "\"gain\": -6.5"));
  instance *y = make(d, 48000);
  HOLDS(state->restore(y->handle, retrieve, NULL, 3, features) == LV2_STATE_SUCCESS);
  y->controls[gain] = 0; /* an old number: the state counts */
  locate(x, 0, 60000, 1), locate(y, 0, 60000, 1);
  run(x, x_left, x_right, 20000, 256), run(y, left, right, 20000, 700);
  HOLDS(same(0, 0, 20000));
  stored.text[stored.size / 2] = 0;
  HOLDS(state->restore(y->handle, retrieve, NULL, 3, features) != LV2_STATE_SUCCESS);
  stored.type++;
  HOLDS(state->restore(y->handle, retrieve, NULL, 3, features) == LV2_STATE_ERR_BAD_TYPE);
  stored.key++;
  HOLDS(state->restore(y->handle, retrieve, NULL, 3, features) == LV2_STATE_ERR_NO_PROPERTY);
  locate(y, 0, 60000, 1);
  run(y, left, right, 20000, 64);
  HOLDS(same(0, 0, 20000));
  y->controls[gain] = -60;
  run(y, left, right, 20000, 64);
  HOLDS(peak(left + 10000, 10000) < 0.01);
  /* Notes. */
  x->controls[gate] = 1;
  run(x, left, right, 1000, 1000);
  x->controls[gate + 2] = 0.01f; /* the release */
  run(x, left, right, 50000, 1000);
  HOLDS(peak(left + 49000, 1000) == 0);
  play_note(x, 20, 0x90);
  run(x, left, right, 50000, 1000);
  HOLDS(peak(left, 20) == 0 && peak(left + 40000, 10000) > 0.001);
  play_note(x, 0, 0x80);
  run(x, left, right, 5000, 1000);
  HOLDS(peak(left + 4000, 1000) == 0);
  /* Hosts that connect nothing, ask for nothing, or have no numbers for URIs. */
  d->connect_port(x->handle, 12345, left), d->connect_port(x->handle, 0, NULL), d->connect_port(x->handle, 2, NULL), d->connect_port(x->handle, 3, NULL);
  for (uint32_t k = 0; k < most_controls; k++) d->connect_port(x->handle, first_control + k, NULL);
  d->run(x->handle, 512), d->run(x->handle, 0);
  end(x), end(y);
  int controls = read_ports(words[4]);
  HOLDS(controls > 70);
  check_sessions(d, controls);
  LV2_Handle plain = d->instantiate(d, 44100, "/", no_features);
  d->connect_port(plain, 0, left), d->connect_port(plain, 1, right);
  d->activate(plain), d->run(plain, 4000);
  HOLDS(peak(left, 4000) > 0 && state->save(plain, store, NULL, 3, features) == LV2_STATE_ERR_NO_FEATURE);
  d->cleanup(plain);
  printf("%d claims, %d do not hold\n", checks, failures);
  return failures ? 1 : 0;
}
