'use strict';
const $ = (id) => document.getElementById(id);
const say = (sentence) => { $('status').textContent = sentence; };
const svg = (name, attributes, text = '') => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.textContent = text;
  return node;
};
const element = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};

/* ---------------------------------------------------------------- numbers */

// Without groups, so that a comma or a point is always the decimal sign.
const local = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3, useGrouping: false });
const shown = (number) => local.format(number);
const typed = (text) => {
  const word = text.trim().replace(',', '.').replace('−', '-');
  return word === '' || Number.isNaN(+word) ? fail(`${text || 'nothing'} is not a number`) : +word;
};
// A length as the command takes it: 90, 90s, 10m, 1h30m, 5:00, 1:30:00.
const seconds = (text) => {
  const word = text.trim().replace(',', '.').toLowerCase();
  const clock = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(word);
  if (clock) return (+clock[1] || 0) * 3600 + clock[2] * 60 + +clock[3];
  const units = /^(?:([\d.]+) ?h)? ?(?:([\d.]+) ?m(?:in)?)? ?(?:([\d.]+) ?s?)?$/.exec(word);
  if (!units || !word) fail(`${text} is not a length, such as 1:30, 90s or 10m`);
  return (+units[1] || 0) * 3600 + (+units[2] || 0) * 60 + (+units[3] || 0);
};
const clock = (time) => {
  const [hours, rest] = [Math.floor(time / 3600), Math.floor(time % 3600)];
  const minutes = Math.floor(rest / 60), tail = `${rest % 60}`.padStart(2, '0');
  return hours ? `${hours}:${`${minutes}`.padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/* ------------------------------------------------------------ the tables */

let engine;
const settings = [], presets = [];

function readTables() {
  const at = engine.take(64), c = engine.c;
  const structure = (size) => {
    const view = new DataView(c.memory.buffer, at, size);
    view.setUint32(0, size, true);
    return view;
  };
  const number = (view, place) => view.getFloat64(place, true), word = (view, place) => view.getUint32(place, true);
  for (;;) {
    structure(56);
    if (!c.rain_setting_at(settings.length, at)) break;
    const view = new DataView(c.memory.buffer, at, 56), text = (place) => engine.text(word(view, place));
    const setting = {
      number: settings.length, isChoice: word(view, 4), isRatio: word(view, 8), words: [],
      low: number(view, 16), high: number(view, 24), standard: number(view, 32),
      name: text(40), unit: text(44), group: text(48), summary: text(52),
    };
    settings.push(setting);
    for (;;) {
      structure(16);
      if (!c.rain_word_at(setting.number, setting.words.length, at)) break;
      const view = new DataView(c.memory.buffer, at, 16);
      setting.words.push({ name: engine.text(word(view, 4)), number: number(view, 8) });
    }
  }
  for (;;) {
    structure(12);
    if (!c.rain_preset_at(presets.length, at)) break;
    const view = new DataView(c.memory.buffer, at, 12);
    presets.push({ name: engine.text(word(view, 4)), summary: engine.text(word(view, 8)) });
  }
  c.free(at);
}

const named = (name) => settings.find((setting) => setting.name === name);
const flag = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const words = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
// The number that a person wrote, or that of a word.
const numberOf = (setting, text) => setting.words.find((word) => word.name === text.trim().toLowerCase())?.number
  ?? (setting.isChoice ? fail(`${setting.name} takes one of ${setting.words.map(({ name }) => name).join(', ')}`) : typed(text));
const textOf = (setting, number) =>
  setting.isChoice ? setting.words[number].name : `${shown(number)}${setting.unit && ` ${setting.unit}`}`;

// The place of a number on a slider, 0 to 1000. A ratio that reaches 0 has it below its lowest ten thousandth.
const floorOf = (setting) => setting.low > 0 ? setting.low : setting.high / 1e4;
function placeOf(setting, number) {
  if (!setting.isRatio) return 1000 * (number - setting.low) / (setting.high - setting.low);
  const floor = floorOf(setting);
  return number < floor ? 0 : 1000 * Math.log(number / floor) / Math.log(setting.high / floor);
}
function numberAt(setting, place) {
  if (place <= 0) return setting.low;
  if (place >= 1000) return setting.high;
  const floor = floorOf(setting);
  const number = setting.isRatio
    ? floor * (setting.high / floor) ** (place / 1000)
    : setting.low + place / 1000 * (setting.high - setting.low);
  return Number(number.toPrecision(3));
}

/* ------------------------------------------------------------ the rain */

// What the page shows: a preset or the text of a file, the settings that were changed since, a seed, and the channels of
// files where they are not those of the preset. What sounds is stereo.
let base = { name: 'steady' }, edits = new Map(), seed = '1', channels = '', rain = 0, facts = {};

// The rain of some state, by the same calls as for the command's flags.
function made(base, edits, seed, channels) {
  const handle = base.json === undefined ? engine.call('rain_new', base.name) : engine.read(base.json, base.name);
  try {
    for (const [number, value] of edits) engine.call('rain_set', handle, number, value, 0);
    if (seed !== undefined) engine.call('rain_option', handle, 'seed', seed);
    if (channels) engine.call('rain_option', handle, 'channels', channels);
    return handle;
  } catch (error) {
    engine.free(handle);
    throw error;
  }
}

const get = (setting, second = 0) => engine.c.rain_get(rain, setting.number, second);
const moves = (setting) => engine.c.rain_moves(rain, setting.number);

// Takes another state; refuses it as a whole.
function take(newBase, newEdits, newSeed, newChannels = channels) {
  const next = made(newBase, newEdits, newSeed, newChannels);
  engine.free(rain);
  [rain, base, edits, channels] = [next, newBase, newEdits, newChannels];
  const json = JSON.parse(engine.json(rain));
  facts = { title: json.name, summary: json.description, duration: json.duration, isAutomation: !!json.curves,
    rate: json.rate ?? 44100, channels: `${json.channels ?? 2}` };
  seed = newSeed === undefined ? `${/"seed": (\d+)/.exec(engine.json(rain))?.[1] ?? 1}` : newSeed;
  draw();
}

// Another preset, gliding; one that moves begins at its beginning.
function open(newBase, newEdits = new Map(), newSeed = seed, newChannels = channels) {
  take(newBase, newEdits, newBase.json !== undefined && newSeed === seed ? undefined : newSeed, newChannels);
  dropScale = null;
  begin(facts.isAutomation ? 0 : undefined);
  say(`${facts.title}: ${facts.summary}`);
}

function change(setting, number, glide = 0.2) {
  try {
    engine.call('rain_set', rain, setting.number, number, 0);
  } catch (error) {
    draw();
    return say(error.message);
  }
  edits.delete(setting.number);
  edits.set(setting.number, number);
  // Rainfall has replaced what was set before it.
  for (const [other, value] of edits) {
    if (engine.c.rain_get(rain, other, 0) !== value) edits.delete(other);
  }
  facts.isAutomation = settings.some(moves);
  send({ set: [setting.number, number, glide] });
  draw();
}

/* ------------------------------------------------------------ the sound */

let audio, node, volume, analyser, frame = 0, isPlaying = false, timers = [];
const send = (message) => node?.port.postMessage(message);

// Sends the whole rain: gliding, or anew from a frame.
function begin(from, seconds = 2) {
  send({ json: Engine.encoded(engine.json(rain)), frame: from, seconds });
}

async function makeSound(wasm) {
  audio = new AudioContext({ latencyHint: 'playback' });
  if (!audio.audioWorklet) fail('from a server, sound needs https or localhost');
  const source = (await Promise.all(['engine', 'worklet'].map((id) => unpacked(id).text()))).join('');
  // From a disk, browsers load a worklet from such an address, and not from a Blob.
  await audio.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(source)}`);
  node = new AudioWorkletNode(audio, 'rain', { outputChannelCount: [2], numberOfInputs: 0, processorOptions: { wasm } });
  volume = new GainNode(audio, { gain: 0 });
  analyser = new AnalyserNode(audio, { fftSize: 4096, smoothingTimeConstant: 0.6 });
  node.connect(volume).connect(analyser).connect(audio.destination);
  node.port.onmessage = ({ data }) => {
    if (data.error) return say(data.error);
    frame = data.frame;
    window.rainReport = data;
    showPlace();
  };
  begin(0, 0.05);
  audio.suspend();
}

// A fade as the command makes it, sin², on the clock of the sound, so that a page in the background ends in time.
function fade(to, length, delay = 0) {
  const [from, now] = [volume.gain.value, audio.currentTime];
  const curve = Float32Array.from({ length: 65 }, (_, k) => from + (to - from) * Math.sin(Math.PI / 2 * k / 64) ** 2);
  volume.gain.cancelScheduledValues(0);
  volume.gain.setValueAtTime(from, now);
  volume.gain.setValueCurveAtTime(curve, now + delay + 0.001, length);
}

function play() {
  if (navigator.audioSession) navigator.audioSession.type = 'playback';
  isPlaying = true;
  timers.forEach(clearTimeout);
  audio.resume();
  fade(1, 0.05);
  timers = [setTimeout(setTimer, 200)];
  showPlay();
}

function stop(length = 0.8) {
  isPlaying = false;
  timers.forEach(clearTimeout);
  if (length > 0) fade(0, length);
  timers = [setTimeout(() => { if (!isPlaying) audio.suspend(); }, length * 1000 + 200)];
  showPlay();
}

function setTimer() {
  timers.forEach(clearTimeout);
  const length = 60 * $('timer').value;
  if (!isPlaying) return;
  if (!length) return fade(1, 0.05);
  const fading = Math.min(60, length / 3);
  fade(0, fading, length - fading);
  timers = [setTimeout(() => { stop(0); say('The timer has ended.'); }, length * 1000 + 300)];
  say(`It stops in ${clock(length)}; the last ${clock(fading)} are ever softer.`);
}

function showPlay() {
  $('play').setAttribute('aria-pressed', isPlaying);
  $('play').querySelector('b').textContent = isPlaying ? 'Stop' : 'Play';
  if (!navigator.mediaSession) return;
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  if (window.MediaMetadata) navigator.mediaSession.metadata = new MediaMetadata({ title: `Rain: ${facts.title}`, artist: 'rainsynth' });
}

/* ------------------------------------------------------------ controls */

const rows = [];

function makeControls() {
  const rainfall = named('rainfall');
  Object.assign($('rainfall'), { min: 0, max: 1000, step: 1 });
  $('rainfall').oninput = () => change(rainfall, numberAt(rainfall, +$('rainfall').value), 0.5);
  const surface = named('surface');
  $('surface').append(...surface.words.map(({ name, number }) => new Option(name, number)));
  $('surface').onchange = () => change(surface, +$('surface').value, 1);
  for (const preset of presets) {
    const input = element('input', { type: 'radio', name: 'preset', value: preset.name });
    input.onchange = () => attempt(() => open({ name: preset.name }));
    $('presets').append(element('label', {}, input, element('b', { textContent: preset.name }),
      element('small', { textContent: preset.summary })));
  }
  for (const group of new Set(settings.map((setting) => setting.group))) {
    const box = element('details', {}, element('summary', { textContent: group }));
    for (const setting of settings) if (setting.group === group) box.append(makeRow(setting));
    $('groups').append(box);
  }
}

function makeRow(setting) {
  const id = `s-${setting.name}`, help = element('small', { id: `${id}-help`, textContent: setting.summary });
  const label = element('label', { htmlFor: id, textContent: words(setting.name) });
  const row = element('div', { className: 'setting' }, label);
  if (setting.isChoice) {
    const select = element('select', { id });
    select.append(...setting.words.map(({ name, number }) => new Option(name, number)));
    select.onchange = () => change(setting, +select.value, 1);
    row.append(select, help);
    rows.push(() => { select.value = get(setting); });
    return row;
  }
  const slider = element('input', { id, type: 'range', min: 0, max: 1000, step: 1 });
  const field = element('input', { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
  slider.setAttribute('aria-describedby', help.id);
  field.setAttribute('aria-label', `${words(setting.name)}, ${setting.unit || 'number'}`);
  slider.oninput = () => change(setting, numberAt(setting, +slider.value));
  field.onchange = () => attempt(() => change(setting, numberOf(setting, field.value)), draw);
  row.append(slider, field, element('span', { className: 'quiet', textContent: setting.unit }), help);
  rows.push(() => {
    const number = get(setting, now());
    slider.value = placeOf(setting, number);
    slider.setAttribute('aria-valuetext', textOf(setting, number));
    if (document.activeElement !== field) field.value = shown(number);
  });
  return row;
}

const now = () => frame / (audio?.sampleRate ?? 44100);

// The word that is nearest on the scale.
function strength(number) {
  const distance = (word) => Math.abs(Math.log(word.number / number));
  return named('rainfall').words.reduce((a, b) => distance(b) < distance(a) ? b : a).name;
}

function draw() {
  const rainfall = named('rainfall'), number = get(rainfall, now());
  $('rainfall').value = placeOf(rainfall, number);
  const text = `${strength(number)}, ${textOf(rainfall, number)}`;
  $('strength').textContent = text;
  $('rainfall').setAttribute('aria-valuetext', text);
  $('surface').value = get(named('surface'));
  for (const input of document.getElementsByName('preset')) {
    input.checked = base.json === undefined && input.value === base.name;
  }
  if (document.activeElement !== $('seed')) $('seed').value = seed;
  $('channels').value = facts.channels;
  for (const row of rows) row();
  drawDrop();
  drawAutomation();
  if (isPlaying) showPlay();
}

/* ------------------------------------------------------------ pictures */

let dropScale = null, automationDrawn = '';

function drawDrop() {
  const room = 44100, at = engine.take(4 * room + 24), parts = at + 4 * room;
  new DataView(engine.c.memory.buffer).setUint32(parts, 24, true);
  const count = Number(engine.c.rain_typical_drop(rain, at, room, parts, engine.why));
  const samples = count > 0 ? engine.floats(at, Math.min(count, room)).slice() : new Float32Array(1);
  const [, impact, delay, bubble] = new Uint32Array(engine.c.memory.buffer.slice(parts, parts + 24));
  engine.c.free(at);
  if (!dropScale) {
    // The scale stays while sliders move, so that they show what they change. 40 dB below the peak nothing is seen.
    const peak = samples.reduce((a, b) => Math.max(a, Math.abs(b)), 1e-6);
    const heard = samples.findLastIndex((x) => Math.abs(x) > peak / 100);
    dropScale = { peak: peak * 1.2, span: Math.max(heard * 1.2, 220) };
  }
  const x = (k) => 600 * k / dropScale.span, picture = $('drop');
  let path = '';
  for (let k = 0; k < Math.min(samples.length, dropScale.span); k++) {
    path += `${k ? 'L' : 'M'}${x(k).toFixed(1)} ${(110 - 75 * samples[k] / dropScale.peak).toFixed(1)}`;
  }
  const spans = [['impact', 0, impact], ['delay', impact, delay], ['bubble', delay, bubble]].filter(([, a, b]) => b > a);
  picture.replaceChildren();
  let free = 0;
  for (const [name, from, to] of spans) {
    picture.append(svg('rect', { class: name, x: x(from), y: 26, width: Math.max(0, Math.min(600, x(to)) - x(from)), height: 174 }));
    const place = Math.max(x(from) + 4, free);
    const text = `${name} ${shown(Number(((to - from) / 44.1).toPrecision(2)))} ms`;
    if (place < 560) picture.append(svg('text', { x: place, y: 18 }, text));
    free = place + 8 * text.length + 8;
  }
  picture.append(svg('path', { d: path }));
  picture.setAttribute('aria-label', `The waveform of one drop: ${spans.map(([name, from, to]) =>
    `${name} ${shown(Number(((to - from) / 44.1).toPrecision(2)))} ms`).join(', ') || 'silence'}`);
}

// The curve of a storm, and where one is in it.
function drawAutomation() {
  const isShown = facts.isAutomation && facts.duration > 0;
  $('automation').hidden = !isShown;
  if (!isShown) return;
  const setting = moves(named('rainfall')) ? named('rainfall') : settings.find(moves);
  const key = `${facts.title} ${setting.name} ${[...edits]}`;
  if (key === automationDrawn) return;
  automationDrawn = key;
  let path = '';
  for (let k = 0; k <= 150; k++) {
    path += `${k ? 'L' : 'M'}${4 * k} ${76 - 0.072 * placeOf(setting, get(setting, facts.duration * k / 150))}`;
  }
  $('automation').querySelector('path').setAttribute('d', path);
  $('place').max = Math.floor(facts.duration);
  showPlace();
}

let lastRows = 0;
function showPlace() {
  if ($('automation').hidden) return;
  const time = Math.min(now(), facts.duration);
  $('automation-title').textContent = `${facts.title}: ${clock(time)} of ${clock(facts.duration)}`;
  if (!isSeeking) $('place').value = time;
  $('place').setAttribute('aria-valuetext', `${clock(time)} of ${clock(facts.duration)}`);
  const x = 600 * time / facts.duration, line = $('automation').querySelector('line');
  line.setAttribute('x1', x);
  line.setAttribute('x2', x);
  // Sliders follow what moves, once a second.
  if (performance.now() - lastRows > 1000) {
    lastRows = performance.now();
    draw();
  }
}

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
let lastColumn = 0;
function drawSpectrum(time) {
  requestAnimationFrame(drawSpectrum);
  if (!isPlaying || time - lastColumn < (isCalm.matches ? 1000 : 50)) return;
  lastColumn = time;
  const canvas = $('spectrum'), context = canvas.getContext('2d'), bins = new Uint8Array(analyser.frequencyBinCount);
  const { width, height } = canvas;
  analyser.getByteFrequencyData(bins);
  const width1 = isCalm.matches ? width : 3;
  if (!isCalm.matches) {
    context.globalCompositeOperation = 'copy';
    context.drawImage(canvas, -width1, 0);
    context.globalCompositeOperation = 'source-over';
  }
  context.clearRect(width - width1, 0, width1, height);
  context.fillStyle = getComputedStyle(document.body).accentColor;
  for (let y = 0; y < height; y += 2) {
    const hertz = 50 * 400 ** (1 - y / height);
    context.globalAlpha = bins[Math.min(bins.length - 1, Math.round(hertz / audio.sampleRate * 4096))] / 255;
    context.fillRect(width - width1, y, width1, 2);
  }
  context.globalAlpha = 1;
}

/* ------------------------------------------------------------ files */

const fileName = () => `${facts.title.replace(/[^\w.-]+/g, '-') || 'rain'}`;
// A turn for the page between two pieces of work, at once also in the background.
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// The bytes of a rendering, piece by piece; `report` gets the share, and returns whether to go on.
async function rendered(options, withHeader, report) {
  const handle = made(base, edits, seed, channels), pieces = [], room = 16384;
  let at;
  try {
    for (const name in options) engine.call('rain_option', handle, name, options[name]);
    const part = (number) => {
      const count = Number(engine.call('rain_wave', handle, number, 0, 0)), place = engine.take(count + 1);
      engine.c.rain_wave(handle, number, place, count, engine.why);
      const bytes = engine.bytes(place, count).slice();
      engine.c.free(place);
      return bytes;
    };
    const header = part(0);
    if (header[1] !== 73) fail('the page makes files of up to 4 GB; the command has no limit');  // RIFF, not RF64
    const size = new DataView(header.buffer).getUint16(32, true);  // bytes of a frame
    at = engine.take(size * room);
    if (withHeader) pieces.push(header);
    engine.call('rain_start', handle, 0);
    const total = Number(engine.c.rain_frames_left(handle));
    let last = performance.now();
    for (let done = 0; done < total;) {
      const count = Number(engine.c.rain_render(handle, at, room));
      if (count <= 0) fail('the rendering has ended early');
      pieces.push(engine.bytes(at, size * count).slice());
      done += count;
      if (performance.now() - last < 12) continue;
      if (!report(done / total)) return null;
      await turn();
      last = performance.now();
    }
    if (withHeader) pieces.push(part(1));
    return new Blob(pieces, { type: 'audio/wav' });
  } finally {
    if (at) engine.c.free(at);
    engine.free(handle);
  }
}

let isRendering = false;
async function download() {
  const length = seconds($('length').value);
  if (length > 3 * 3600) fail('the page renders up to 3 h; the command has no limit');
  if (!(length > 0)) fail('a file is longer than nothing');
  const options = { duration: `${Math.round(length * facts.rate)}` };
  if ($('loop').checked) options.loop = 'true';
  isRendering = true;
  const start = performance.now();
  const show = (isShown) => { $('progress').hidden = $('cancel').hidden = !isShown; };
  show(true);
  try {
    const blob = await rendered(options, true, (share) => { $('progress').value = share; return isRendering; });
    if (!blob) return say('Stopped; there is no file.');
    const link = element('a', { href: URL.createObjectURL(blob), download: `${fileName()}.wav` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    const speed = Math.round(length / (performance.now() - start) * 1000);
    say(`${link.download}: ${clock(length)}, rendered ${speed} times as fast as it sounds. The same file: ${
      line('render', [`-d ${length}`, ...($('loop').checked ? ['--loop'] : []), `-o ${link.download}`])}`);
  } finally {
    show(false);
    isRendering = false;
  }
}

// The line of the command that makes this rain.
function line(command, rest) {
  const quoted = (word) => /^[\w.+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  // Rainfall comes first, as it sets others.
  const flags = [...edits].sort(([a], [b]) => a - b).map(([number, value]) => {
    const setting = settings[number];
    return `${flag(setting.name)}=${setting.isChoice ? setting.words[value].name : value}`;
  });
  const others = [...(seed === '1' ? [] : [`--seed=${seed}`]), ...(channels ? [`-c ${channels}`] : [])];
  return ['rainsynth', command, `-p ${quoted(base.name)}`, ...flags, ...others, ...rest].join(' ');
}

async function prove() {
  say('Computing ...');
  const blob = await rendered({ duration: `${10 * facts.rate}` }, false, () => true);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  const digits = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  $('sum').textContent = `${digits}  ${base.name}`;
  $('hash').textContent = line('hash', ['-d 10']);
  $('proof').hidden = false;
  say('Computed.');
}

/* ------------------------------------------------------------ addresses */

function address() {
  const items = new URLSearchParams(base.json === undefined ? { preset: base.name } : { json: base.json, file: base.name });
  for (const [number, value] of [...edits].sort(([a], [b]) => a - b)) {
    const setting = settings[number];
    items.set(setting.name, setting.isChoice ? setting.words[value].name : value);
  }
  if (seed !== '1') items.set('seed', seed);
  if (channels) items.set('channels', channels);
  return `${location.href.split('#')[0]}#${items}`;
}

// Opens what stands behind the #. What is wrong gives a sentence, and changes nothing.
function openAddress() {
  const items = new URLSearchParams(location.hash.slice(1));
  const newEdits = [];
  let [newBase, newSeed, newChannels] = [{ name: 'steady' }, '1', ''];
  for (const [name, value] of items) {
    if (name === 'preset') newBase = { name: value };
    else if (name === 'json') newBase = { json: value, name: items.get('file') ?? 'preset.json' };
    else if (name === 'seed') newSeed = value;
    else if (name === 'channels') newChannels = value;
    else if (name !== 'file') {
      const setting = named(name) ?? fail(`the address names no setting ${name}`);
      newEdits.push([setting.number, numberOf(setting, value)]);
    }
  }
  open(newBase, new Map(newEdits.sort(([a], [b]) => a - b)), newSeed, newChannels);
}

async function copy(text, what) {
  $('text').hidden = false;
  $('text').value = text;
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied.`);
  } catch {
    $('text').select();
    say(`${what} stands below; copy it from there.`);
  }
}

/* ------------------------------------------------------------ the start */

async function attempt(action, otherwise = () => {}) {
  try {
    await action();
  } catch (error) {
    otherwise();
    say(error.message);
  }
}

async function openFile(file) {
  open({ json: await file.text(), name: file.name }, new Map(), seed);
}

let isSeeking = false;
function listen() {
  $('play').onclick = () => isPlaying ? stop() : play();
  $('timer').onchange = setTimer;
  $('place').oninput = () => { isSeeking = true; };
  $('place').onchange = () => {
    isSeeking = false;
    begin(Math.round($('place').value * audio.sampleRate), 0.3);
  };
  $('seed').onchange = () => attempt(() => { take(base, edits, $('seed').value.trim()); begin(frame, 1); }, draw);
  $('reseed').onclick = () => attempt(() => {
    take(base, edits, `${crypto.getRandomValues(new Uint32Array(1))[0]}`);
    begin(frame, 1);
    say(`Seed ${seed}.`);
  });
  $('channels').onchange = () => attempt(() => take(base, edits, seed, $('channels').value), draw);
  $('wav').onsubmit = (event) => { event.preventDefault(); if (!isRendering) attempt(download); };
  $('cancel').onclick = () => { isRendering = false; };
  $('share').onclick = () => { history.replaceState(null, '', address()); copy(address(), 'The link'); };
  $('command').onclick = () => copy(line('render', ['-d 10m', `-o ${fileName()}.wav`]), 'The command');
  $('preset').onclick = () => copy(engine.json(rain), 'The preset');
  $('prove').onclick = () => attempt(prove);
  $('file').onchange = () => { const [file] = $('file').files; if (file) attempt(() => openFile(file)); };
  addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dragged'); });
  addEventListener('dragleave', () => document.body.classList.remove('dragged'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dragged');
    const [file] = event.dataTransfer.files;
    if (file) attempt(() => openFile(file));
  });
  addEventListener('hashchange', () => attempt(openAddress));
  for (const action of ['play', 'pause', 'stop']) {
    navigator.mediaSession?.setActionHandler(action, () => { if ((action === 'play') !== isPlaying) $('play').click(); });
  }
}

async function start() {
  const wasm = await unpacked('wasm').arrayBuffer();
  engine = new Engine(await WebAssembly.compile(wasm));
  readTables();
  makeControls();
  take(base, edits, seed);
  listen();
  $('old').hidden = true;
  document.querySelector('main').hidden = false;
  $('footer').textContent = `${engine.text(engine.c.rain_software())}, sound revision ${engine.c.rain_sound_revision()}. `
    + 'It asks nothing of any server, and keeps nothing.';
  await attempt(() => makeSound(wasm));
  if (location.hash.length > 1) await attempt(openAddress);
  requestAnimationFrame(drawSpectrum);
  document.documentElement.dataset.ready = 'yes';
}
start().catch((error) => { $('old').textContent = `This page does not work here: ${error.message}`; });
