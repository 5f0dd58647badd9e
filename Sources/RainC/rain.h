/* rainsynth in C, and in WebAssembly under the same names.
 *
 *   rain_why why = {.size = sizeof why};
 *   rain storm = rain_new("storm", &why);
 *   if (!storm || !rain_start(storm, 1, &why)) { puts(why.text); exit(1); }
 *   rain_render_planes(storm, left, right, 64);        // in the callback of an audio engine
 *   rain_set(storm, rain_setting_named("gain"), -6, 2, &why);
 *   rain_free(storm);
 *
 * Compiled with: cc -I.build/c program.c .build/c/librain.a -lm
 *
 * THREADS. The first call of the process has to return before another thread makes one. Different rains do not know of
 * each other. One rain is for one thread at a time, with one exception: while one thread renders a live rain, one
 * other may call rain_set, rain_set_place, rain_get, rain_moves, rain_unused, rain_loud
 * rain_json and rain_said. A function marked [audio] takes no memory and no lock.
 *
 * REFUSALS. A call that is wrong changes nothing and returns what its comment says. If `why` is not NULL, it then gets
 * a sentence in UTF-8, cut to its size. A wrong or freed handle is refused like anything else.
 *
 * THE HOST. Rounding and traps of floating-point numbers may be any in the thread that calls: each function takes the state
 * that it needs, and gives back that of the caller.
 *
 * OWNERS. What the caller passes stays the caller's, and is not kept. Texts that the library returns stay for ever.
 */
#ifndef RAIN_H
#define RAIN_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* Rises when a function changes; functions that are added do not raise it. */
#define RAIN_ABI 1

/* A rain, from rain_new or rain_read to rain_free. 0 is none. */
typedef uint32_t rain;

/* Structures begin with their size, which the caller sets: {.size = sizeof why}. */
typedef struct rain_why {
  uint32_t size;
  char text[508]; /* why the last call was refused; ends with a NUL */
} rain_why;

typedef struct rain_setting {
  uint32_t size;
  uint32_t is_choice; /* 1: only the numbers of its words */
  uint32_t is_ratio;  /* 1: equal ratios sound as equal steps; 0: equal differences do */
  uint32_t words;     /* how many of its numbers have names */
  double low, high, standard;
  const char *name, *unit, *group, *summary;
} rain_setting;

/* A setting as people see it. */
typedef struct rain_hand {
  uint32_t size;
  uint32_t setting;  /* its number */
  double low, high;  /* what a slider spans; the setting may have more */
  const char *title; /* the name that one speaks */
  const char *list;  /* the list that it stands in */
} rain_hand;

typedef struct rain_word {
  uint32_t size;
  const char *name;
  double number;
} rain_word;

typedef struct rain_preset {
  uint32_t size;
  const char *name, *summary;
} rain_preset;

/* A drop that is heard by itself. Levels are amplitudes, 1 at full scale, before echo and limiter. */
typedef struct rain_drop {
  uint32_t size;
  uint32_t surface;          /* the number of its word in the setting `surface` */
  int64_t frame, end;        /* the first frame of its sound, and the one after the last */
  double diameter;           /* mm */
  double speed;              /* m/s */
  double distance;           /* m */
  double azimuth;            /* turns, clockwise from the front */
  double left, right;        /* the peak at each ear */
  double pitch;              /* Hz; 0 for a plain click */
  double elevation;          /* turns over the horizon; 0.25 is straight above */
  double impact, bubble;     /* the peaks of blow and bubble in the middle; 0 without one */
  double bubble_delay;       /* s from the onset to the bubble */
} rain_drop;

/* What a rain is to who renders it. */
typedef struct rain_form {
  uint32_t size;
  uint32_t rate, channels;
  uint32_t frame_bytes; /* of all channels of one frame, as rain_render writes it */
  uint32_t has_seed;    /* 1: its preset says a seed, as a take does */
  int64_t frames;       /* of the whole; -1: it has no end */
} rain_form;

/* The parts of one drop, in frames from its onset: impact, delay and bubble follow one another, the delay at once or, after
 * a blow, where it has faded away; splash and the ringing of the surface begin with the impact. */
typedef struct rain_parts {
  uint32_t size;
  uint32_t impact_end, delay_end, bubble_end, splash_end, modes_end, delay_start;
} rain_parts;

/* RAIN_ABI of the library. [audio] */
uint32_t rain_abi(void);

/* The name and version of the software: "rainsynth 1.1.0". */
const char *rain_software(void);

/* The samples of the same settings and seed are the same in all versions with the same sound revision. [audio] */
uint32_t rain_sound_revision(void);

/* Preset number `number`, from 0. Returns 0 behind the last one, or for a wrong size. */
uint32_t rain_preset_at(uint32_t number, rain_preset *preset);

/* What preset number `number` is. 0: a weather, 1: a place, which is steady rain there, 2: single drops; -1 behind the last one. */
int32_t rain_preset_kind(uint32_t number);

/* Setting number `number`, from 0. Returns 0 behind the last one, or for a wrong size. */
uint32_t rain_setting_at(uint32_t number, rain_setting *setting);

/* The settings in the order of lists, from 0: the eight that come first, then the others. Returns 0 behind the last one, or
 * for a wrong size. */
uint32_t rain_hand_at(uint32_t number, rain_hand *hand);

/* The number of a setting; -1: there is none of that name. */
int32_t rain_setting_named(const char *name);

/* Whose a setting is: 0: the weather's, 1: the place's, which rain_set_place replaces, 2: that of one drop, 3: the
 * listener's. Returns -1 where there is none. */
int32_t rain_setting_owner(int32_t setting);

/* Word number `word`, from 0, of a setting, such as heavy or metal. Returns 0 behind the last one, or for a wrong size. */
uint32_t rain_word_at(int32_t setting, uint32_t word, rain_word *info);

/* A new rain: a shipped preset or, for NULL, steady rain whose files name no preset, as those of a command without -p.
 * Returns 0 where refused. */
rain rain_new(const char *preset, rain_why *why);

/* A new rain from the JSON of a preset: `bytes` bytes of UTF-8. `file` is its name in sentences; it may be NULL. Sentences
 * are those of the command. Returns 0 where refused. */
rain rain_read(const char *json, uint32_t bytes, const char *file, rain_why *why);

/* Frees a rain. Returns 0 where there is none. */
uint32_t rain_free(rain rain);

/* Sets an option that a preset or a command has, as the text of its value: "seed", "rate", "channels" (1, 2,
 * binaural, quad, 5.1, 5.1.4, 7.1, 7.1.2, 7.1.4, foa, 3oa), "format" (s16, s24, s32, f32), "dither" (true, false), and of files "duration", "from", "to", "fadeIn", "fadeOut",
 * "timeReference" (in frames; set the rate first) and "loop". Only before rain_start. Returns 0 where refused. */
uint32_t rain_option(rain rain, const char *name, const char *value, rain_why *why);

/* Says one thing of a rain as the command takes it: a setting or an option by the name of its flag or its key in a preset, with
 * or without the two dashes, "place" or "curve"; and the text behind that flag, of a switch true or false. Sentences are those
 * of the command:
 *   rain_say(rain, "gain", "-6", &why); rain_say(rain, "duration", "1h30m", &why); rain_say(rain, "place", "tent", &why);
 *   rain_say(rain, "curve", "rainfall=0=drizzle; 10m=heavy; -10m~=light", &why);
 * The place and what is said otherwise hold in any order, as on a command line. A random seed is the caller's to draw. Only
 * before rain_start. Returns 0 where refused. */
uint32_t rain_say(rain rain, const char *name, const char *text, rain_why *why);

/* What it is to who renders it. Returns 0 where refused, or for a wrong size. */
uint32_t rain_form_of(rain rain, rain_form *form);

/* Makes a rain ready to render from its frame `from` on: all its memory is taken here. `live` 1: its settings can move
 * while it sounds, it has no end, and it follows the curves of its preset for those settings that were not set since, tile
 * by tile: in tiles in which a curve bends, its samples are not those of the command.
 * 0: the samples are those of the command with the same options. Returns 0 where refused. */
uint32_t rain_start(rain rain, uint32_t live, rain_why *why);

/* Lets the rain be heard in a place, such as tent; its weather stays, and what was set of the place before goes. In a live rain that sounds, the sound glides there
 * within so many seconds, 0 ... 86,400; 0.8 is a door. Takes memory. Returns 0 where refused. */
uint32_t rain_set_place(rain rain, const char *place, double seconds, rain_why *why);

/* Sets a setting. A number that follows the rainfall holds at the rainfall beside it. In a live rain that sounds, the sound
 * glides there within so many seconds, 0 ... 86,400, from the first tile of 4,096 frames on that begins 1,024 frames later: its calls
 * make the next tile in the last quarter of each, so that all cost alike. Not after rain_start of a rain that is not live. Returns 0 where
 * refused. [audio] in a live rain, unless it refuses. */
uint32_t rain_set(rain rain, int32_t setting, double number, double seconds, rain_why *why);

/* Lets a live rain glide to the settings, curves, name and options of another rain but its seed and format. Takes memory.
 * Returns 0 where refused. */
uint32_t rain_glide(rain rain, uint32_t other, double seconds, rain_why *why);

/* A setting at a moment in seconds, as it was set or as its curve has it. Returns NaN where refused. */
double rain_get(rain rain, int32_t setting, double second);

/* Whether a setting follows a curve, its own or that of rainfall. Returns 0 where refused, too. */
uint32_t rain_moves(rain rain, int32_t setting);

/* Whether no value of a setting could change a sample of the rain as it is now, such as that of `chirp` where no drop has a
 * bubble; `why` then gets the reason and what changes that, by the titles of rain_hand. Returns 0 where refused, too. */
uint32_t rain_unused(rain rain, int32_t setting, rain_why *why);

/* Whether a `gain` above 0 makes the rain louder than -14 LUFS, which is loud in headphones, by the calibration of the shipped
 * places; `why` then gets how loud. Returns 0 where refused, too. */
uint32_t rain_loud(rain rain, rain_why *why);

/* Writes the rain as the JSON of a preset, with a NUL, where `room` bytes are enough. Returns how many it takes without the
 * NUL; 0 where refused. */
uint32_t rain_json(rain rain, char *text, uint32_t room);

/* Writes what was said of the rain beside its preset as JSON, such as {"place":"tent","rainfall":20,"drops":900}, with a NUL,
 * where `room` bytes are enough: the place, and the numbers of settings without a curve, at the rainfall that is now. Each
 * member can be given to rain_say of another rain of the preset. Returns how many bytes it takes without the NUL; 0 where refused. */
uint32_t rain_said(rain rain, char *text, uint32_t room);

/* Lets the next call render from a frame on. A live rain takes memory for that, and follows its curves from there.
 * Returns 0 where refused. */
uint32_t rain_seek(rain rain, int64_t frame, rain_why *why);

/* The frame that is rendered next; -1 where refused. [audio] */
int64_t rain_frame(rain rain);

/* Renders frames, one array of floats a channel; of mono, `right` is not used. Returns how many: fewer at the end. Returns
 * -1 where the handle is wrong, the rain not started or an array NULL, and for more than two channels, which rain_render
 * has. [audio] */
int64_t rain_render_planes(rain rain, float *left, float *right, uint32_t frames);

/* Renders frames in the format of the rain, all channels of a frame side by side: the bytes of `rainsynth stream`. Returns
 * as rain_render_planes. [audio] */
int64_t rain_render(rain rain, void *bytes, uint32_t frames);

/* How many frames are left to render; -1: no end, or refused. [audio] */
int64_t rain_frames_left(rain rain);

/* The bytes of its WAV before its samples (`part` 0) or after them (1), which with those of rain_render are the file of
 * `rainsynth render`. Writes them where `room` bytes are enough. Returns how many there are; -1 where refused. */
int64_t rain_wave(rain rain, uint32_t part, void *bytes, uint32_t room, rain_why *why);

/* Finds the drops that strike in the frames from `first` to before `end`, in order, and writes the first `room` of them;
 * the size in the first one holds for all, and may end with `pitch`. Returns how many there are; -1
 * where refused. */
int64_t rain_drops(rain rain, int64_t first, int64_t end, rain_drop *drops, uint32_t room, rain_why *why);

/* The same drops as the lines of `rainsynth drops` in CSV, with the names of the columns before those of frame 0. Writes them
 * where `room` bytes are enough. Returns how many bytes there are; -1 where refused. */
int64_t rain_drop_rows(rain rain, int64_t first, int64_t end, char *text, uint32_t room, rain_why *why);

/* The flashes that light in those frames, as the lines of `rainsynth flashes` in CSV, as rain_drop_rows has drops. */
int64_t rain_flash_rows(rain rain, int64_t first, int64_t end, char *text, uint32_t room, rain_why *why);

/* One drop of 2 mm as the settings make it, without chance: mono floats of at most `room` frames at 44,100 Hz, and its
 * parts. Returns its frames; -1 where refused. */
int64_t rain_typical_drop(rain rain, float *samples, uint32_t room, rain_parts *parts, rain_why *why);

#ifdef __cplusplus
}
#endif
#endif
