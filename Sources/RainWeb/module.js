// rainsynth for Node, Deno, Bun, workers and pages. The engine is the command's: the same options give the same samples.
import { Engine, RainError, fail } from './engine.js';
export { RainError };

let loading;
// The engine; from a WebAssembly.Module, bytes, a Response or an address where a bundler has moved rain.wasm.
export function load(source = new URL('./rain.wasm', import.meta.url)) {
  return loading ??= moduleOf(source).then((module) => new Engine(module)).catch((error) => {
    loading = undefined;
    throw new RainError(`rain.wasm cannot be loaded: ${error.message}`);
  });
}

async function bytesOf(source) {
  if (source instanceof Response) return source.arrayBuffer();
  if (typeof source !== 'string' && !(source instanceof URL)) return source;
  const file = 'node:fs/promises', address = new URL(source, import.meta.url);  // no bundler looks for a name in a variable
  if (address.protocol === 'file:') return (await import(file)).readFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
const moduleOf = async (source) => source instanceof WebAssembly.Module ? source : WebAssembly.compile(await bytesOf(source));

const structure = (engine, size, read, at = engine.take(size)) => {
  try {
    engine.view().setUint32(at, size, true);
    return read(at);
  } finally {
    engine.c.free(at);
  }
};
// The rows of a table of rain.h.
function table(engine, name, size, read, ...first) {
  const rows = [];
  structure(engine, size, (at) => {
    while (engine.c[name](...first, rows.length, at)) rows.push(read(engine.view(), at));
  });
  return rows;
}
const text = (engine, view, at) => engine.text(view.getUint32(at, true));

export async function presets() {
  const engine = await load();
  return table(engine, 'rain_preset_at', 12, (view, at) => ({ name: text(engine, view, at + 4), summary: text(engine, view, at + 8) }));
}

export async function settings() {
  const engine = await load();
  const rows = table(engine, 'rain_setting_at', 56, (view, at) => ({
    name: text(engine, view, at + 40), unit: text(engine, view, at + 44), group: text(engine, view, at + 48), summary: text(engine, view, at + 52),
    low: view.getFloat64(at + 16, true), high: view.getFloat64(at + 24, true), standard: view.getFloat64(at + 32, true),
    isChoice: view.getUint32(at + 4, true) === 1,
  }));
  return rows.map((row, number) => ({ ...row, words: Object.fromEntries(
    table(engine, 'rain_word_at', 16, (view, at) => [text(engine, view, at + 4), view.getFloat64(at + 8, true)], number)) }));
}

export async function version() {
  const engine = await load();
  return engine.text(engine.c.rain_software()).split(' ')[1];
}

/* ------------------------------------------------------------------ rains */

// A number as the command reads it: times have nine decimals at most, and no exponent.
function written(value, isTime) {
  if (value === 'random') return `${Math.floor(Math.random() * 2 ** 53)}`;
  if (typeof value !== 'number' || !isTime) return `${value}`;
  const short = `${+value.toFixed(9)}`;
  return short.includes('e-') ? value.toFixed(9) : short;
}

const signs = { step: '|', smooth: '~' };
const curve = (name, keys) => `${name}=${keys.map(([time, value, shape]) =>
  `${written(time, true)}${signs[shape] ?? ''}=${value}`).join(';')}`;

// What is said of a rain, as pairs of names and texts for rain_say.
function* sayings(options, settings) {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || name === 'preset' || name === 'signal') continue;
    if (name === 'curves') yield* Object.entries(value).map(([name, keys]) => ['curve', curve(name, keys)]);
    else for (const one of [value].flat()) yield [name, written(one, !settings.has(name))];
  }
}

const isBytes = (value) => value instanceof Uint8Array;
const known = new Map();  // the settings by their names

// A rain that can be heard. `standard` is the length in s where nobody says one, undefined for none; `file` the name of the
// file that a preset comes from.
export class Rain {
  static async make(options = {}, { standard, file = 'preset', live = false, isShort = false } = {}) {
    const engine = await load();
    if (!known.size) (await settings()).forEach((setting, number) => known.set(setting.name, { ...setting, number }));
    return new Rain(engine, options, { standard, file, live, isShort });
  }

  constructor(engine, options, { standard, file, live, isShort }) {
    const { preset, signal } = options;
    signal?.throwIfAborted();
    this.engine = engine;
    this.handle = preset === undefined || preset === null ? engine.call('rain_new', 0)
      : isBytes(preset) ? engine.read(preset, file)
        : typeof preset === 'object' ? engine.read(JSON.stringify(preset), file) : engine.call('rain_new', `${preset}`);
    kept.register(this, [engine, this.handle], this);
    try {
      const { frames, hasSeed } = this.form();
      let length = options.duration ?? (live || !isShort && frames >= 0 || isShort && hasSeed ? undefined : standard);
      for (const [name, value] of sayings(options, known)) this.say(name, value);
      if (length !== undefined && options.duration === undefined) {
        // A rain whose excerpt ends later is as long as that.
        const { to, loop, fadeOut = options['fade-out'] } = options;
        this.say('duration', `${length}`);
        if (to !== undefined && !loop && !fadeOut && !this.fits()) this.say('duration', written(length = to, true));
      }
      engine.call('rain_start', this.handle, live ? 1 : 0);
      Object.assign(this, this.form());
    } catch (error) {
      this.free();
      throw error;
    }
  }

  say(name, value) { this.engine.call('rain_say', this.handle, name, value); }

  // Whether it can be rendered as it is.
  fits() {
    try {
      return this.engine.call('rain_wave', this.handle, 0, 0, 0) > 0n;
    } catch {
      return false;
    }
  }

  form() {
    return structure(this.engine, 32, (at) => {
      if (!this.engine.c.rain_form_of(this.handle, at)) fail('the rain is freed');
      const view = this.engine.view(), number = (k) => view.getUint32(at + 4 * k, true);
      return { sampleRate: number(1), channels: number(2), frameBytes: number(3), hasSeed: number(4) === 1, frames: Number(view.getBigInt64(at + 24, true)) };
    });
  }

  // The next frames as bytes in the format of the rain; fewer at the end.
  readBytes(frames = 4096) {
    const at = this.engine.take(frames * this.frameBytes || 1);
    try {
      const count = Number(this.engine.c.rain_render(this.handle, at, frames));
      if (count < 0) fail('the rain is freed');
      return this.engine.bytes(at, count * this.frameBytes).slice();
    } finally {
      this.engine.c.free(at);
    }
  }

  // The next frames of a rain with the format f32, as an array for each channel.
  read(frames = 4096) { return planes(this.readBytes(frames), this.channels); }

  // Lets a setting of a live rain glide to a number or a word within so many seconds.
  set(name, value, over = 0.2) {
    const { number, words } = known.get(name) ?? fail(`no setting is called ${name}`);
    this.engine.call('rain_set', this.handle, number, Object.hasOwn(words, value) ? words[value] : Number(value), over);
  }
  setPlace(name, over = 0.8) { this.engine.call('rain_set_place', this.handle, name, over); }
  seek(frame) { this.engine.call('rain_seek', this.handle, BigInt(frame)); }
  get frame() { return Number(this.engine.c.rain_frame(this.handle)); }
  get framesLeft() {
    const left = Number(this.engine.c.rain_frames_left(this.handle));
    return left < 0 ? Infinity : left;
  }
  get json() { return this.engine.json(this.handle); }

  // The bytes of its WAV before (0) or after (1) its samples.
  wavePart(part) {
    const count = Number(this.engine.call('rain_wave', this.handle, part, 0, 0)), at = this.engine.take(count + 1);
    this.engine.c.rain_wave(this.handle, part, at, count, 0);
    const bytes = this.engine.bytes(at, count).slice();
    this.engine.c.free(at);
    return bytes;
  }

  // The lines of `rainsynth drops`, or of `rainsynth flashes`, of some frames.
  rows(first, end, of = 'drop') {
    const [from, to] = [BigInt(first), BigInt(end)], call = `rain_${of}_rows`;
    const count = Number(this.engine.call(call, this.handle, from, to, 0, 0)), at = this.engine.take(count + 1);
    this.engine.c[call](this.handle, from, to, at, count, 0);
    this.engine.bytes(at + count, 1)[0] = 0;
    const rows = this.engine.text(at);
    this.engine.c.free(at);
    return rows;
  }

  free() {
    kept.unregister(this);
    this.engine.free(this.handle);
    this.handle = 0;
  }
}
const kept = new FinalizationRegistry(([engine, handle]) => engine.free(handle));

function planes(bytes, channels) {
  const samples = new Float32Array(bytes.buffer), frames = samples.length / channels;
  return Array.from({ length: channels }, (_, channel) => Float32Array.from({ length: frames }, (_, frame) => samples[frame * channels + channel]));
}

// A turn for everything else between two pieces of work.
const turn = () => new Promise((resolve) => {
  if (globalThis.setImmediate) return setImmediate(resolve);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// The bytes of a rain, and where `isWave` those around them in a WAV.
export async function* _pieces(options, how = {}, isWave = false) {
  const rain = await Rain.make(options, how);
  try {
    if (isWave) yield rain.wavePart(0);
    for (let last = performance.now();;) {
      const bytes = rain.readBytes(16384);
      if (!bytes.length) break;
      yield bytes;
      if (performance.now() - last < 12) continue;
      await turn();
      options?.signal?.throwIfAborted();
      last = performance.now();
    }
    if (isWave) yield rain.wavePart(1);
  } finally {
    rain.free();
  }
}

const minute = { standard: 60 };
async function joined(pieces) {
  const all = [];
  let count = 0;
  for await (const piece of pieces) count += all.push(piece) && piece.length;
  const bytes = new Uint8Array(count);
  count = 0;
  for (const piece of all) bytes.set(piece, (count += piece.length) - piece.length);
  return bytes;
}

export async function render(options = {}) {
  const how = { ...options, format: 'f32' }, rain = await Rain.make(how, minute), { sampleRate, channels } = rain;
  rain.free();
  return { sampleRate, channelData: planes(await joined(_pieces(how, minute)), channels) };
}

export const wav = (options) => joined(_pieces(options, minute, true));
export const stream = (options) => _pieces(options);

export function readable(options) {
  const pieces = _pieces(options);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => pieces.return(),
  });
}

// The SHA-256 that `rainsynth hash` prints. Without node:crypto, all samples are in memory first.
export async function hash(options, how = {}) {
  const pieces = _pieces(options, { standard: 10, isShort: true, ...how });
  const name = 'node:crypto', node = globalThis.process ? await import(name).catch(() => null) : null;
  if (!node) {
    const digest = await crypto.subtle.digest('SHA-256', await joined(pieces));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const sum = node.createHash('sha256');
  for await (const piece of pieces) sum.update(piece);
  return sum.digest('hex');
}

// The rows of `rainsynth drops` or `flashes`, ten seconds at a time.
export async function* _dropRows(options, how = {}, of = 'drop') {
  const rain = await Rain.make(options, how);
  try {
    const first = rain.frame, end = first + rain.framesLeft;
    for (let from = first; from < end;) {
      const to = Math.min(end, from + 10 * rain.sampleRate), rows = rain.rows(from, to, of);
      from = to;
      if (rows) yield rows;
      await turn();
      options?.signal?.throwIfAborted();
    }
  } finally {
    rain.free();
  }
}

// The near drops: an object each, with the columns of `rainsynth drops` as names: frame, seconds, diameter_mm ...
export const drops = (options) => rows(options, 'drop');

// The flashes of a storm, with the columns of `rainsynth flashes`: frame, seconds, kind ...
export const flashes = (options) => rows(options, 'flash');

async function rows(options, of) {
  let rows = '';
  for await (const some of _dropRows(options, minute, of)) rows += some;
  const [head, ...lines] = rows.trimEnd().split('\n'), names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, k) => [names[k], value === '' ? null : isNaN(value) ? value : +value])));
}

// A node of the Web Audio API that rains in the audio thread; its port takes { set: [setting, number, seconds] }.
export async function node(context, options = {}) {
  const wasm = await bytesOf(options.wasm ?? new URL('./rain.wasm', import.meta.url)), { wasm: _, ...rest } = options;
  await context.audioWorklet.addModule(options.worklet ?? new URL('./worklet.js', import.meta.url));
  const rain = await Rain.make(rest, { live: true }), json = new TextEncoder().encode(rain.json);
  rain.free();
  const made = new AudioWorkletNode(context, 'rain', { outputChannelCount: [2], numberOfInputs: 0, processorOptions: { wasm } });
  made.port.postMessage({ json, frame: 0, seconds: 0.05, ears: rest.channels === 'binaural' });
  return made;
}
