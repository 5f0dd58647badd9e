/** A time: seconds, or a text as the command takes it, such as "10m" or "1:30:00". */
export type Time = number | string;
/** A key of a curve: a time, the value there, and the way to it; without one, along a line. */
export type Key = [time: Time, value: number | string, way?: 'line' | 'step' | 'smooth'];

/** What a rain is. Every setting of the rain is an option by its name in a preset, such as `rainfall: 'heavy'` and `gain: -6`. */
export interface RainOptions {
  /** The name of a shipped preset, or a preset: its JSON as an object or as the bytes of a file. */
  preset?: string | object | Uint8Array;
  place?: string;
  seed?: number | bigint | string;
  rate?: number | string;
  channels?: number | string;
  format?: 's16' | 's24' | 's32' | 'f32';
  dither?: boolean;
  duration?: Time;
  from?: Time;
  to?: Time;
  loop?: boolean;
  fadeIn?: Time;
  fadeOut?: Time;
  timeReference?: Time;
  curves?: { [setting: string]: Key[] };
  /** Curves as the flag --curve has them. */
  curve?: string | string[];
  signal?: AbortSignal;
  [setting: string]: unknown;
}

export interface Drop { frame: number; seconds: number; diameter_mm: number; surface: string; [column: string]: number | string | null }
export interface Flash {
  frame: number; seconds: number; kind: string; distance_km: number; azimuth_deg: number; strokes: number; sound_seconds: number;
  level_db: number;
}
export interface Preset { name: string; summary: string }
export interface Setting {
  name: string; unit: string; group: string; summary: string; low: number; high: number; standard: number; isChoice: boolean;
  words: { [word: string]: number };
}

/** A wrong option or call; the message is the sentence of the command. */
export class RainError extends Error {}

/** Loads the engine from elsewhere than beside the module. */
export function load(source?: string | URL | Response | WebAssembly.Module | BufferSource): Promise<unknown>;
/** The whole rain, 60 s where nobody says otherwise, as an AudioBuffer has it. */
export function render(options?: RainOptions): Promise<{ sampleRate: number; channelData: Float32Array[] }>;
/** The file of `rainsynth render`. */
export function wav(options?: RainOptions): Promise<Uint8Array>;
/** The bytes of `rainsynth stream`, without an end where nobody says one. */
export function stream(options?: RainOptions): AsyncGenerator<Uint8Array, void, void>;
export function readable(options?: RainOptions): ReadableStream<Uint8Array>;
/** The SHA-256 of `rainsynth hash`, of 10 s where nobody says otherwise. */
export function hash(options?: RainOptions): Promise<string>;
/** The near drops, with the columns of `rainsynth drops`. */
export function drops(options?: RainOptions): Promise<Drop[]>;
/** The flashes of a storm, with the columns of `rainsynth flashes`. */
export function flashes(options?: RainOptions): Promise<Flash[]>;
export function presets(): Promise<Preset[]>;
export function settings(): Promise<Setting[]>;
export function version(): Promise<string>;
/** A node that rains in the audio thread. Its port takes { set: [setting, number, seconds] }, by the numbers of settings(). */
export function node(context: BaseAudioContext, options?: RainOptions & { wasm?: string | URL; worklet?: string | URL }): Promise<AudioWorkletNode>;

/** A rain that is read piece by piece; `live`: its settings can move while it sounds, and it has no end. */
export class Rain {
  private constructor();
  static make(options?: RainOptions, how?: { live?: boolean; standard?: number }): Promise<Rain>;
  readonly sampleRate: number;
  readonly channels: number;
  readonly frame: number;
  readonly framesLeft: number;
  readonly json: string;
  /** An array for each channel; the format has to be f32. */
  read(frames?: number): Float32Array[];
  readBytes(frames?: number): Uint8Array;
  set(name: string, value: number | string, over?: number): void;
  setPlace(name: string, over?: number): void;
  seek(frame: number): void;
  free(): void;
}
