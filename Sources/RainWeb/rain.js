/* ------------------------------------------------- the rain that is chosen */

// What the page shows: a preset or the text of a file, the settings that were changed since, a seed, and the channels of
// files where they are not those of the preset. What sounds is stereo.
let base = { name: 'steady' }, edits = new Map(), seed = '1', channels = '', rain = 0, facts = {};

// The rain of some state, by the same calls as for the command's flags.
function made(base, edits, seed, channels) {
  const handle = base.json === undefined ? engine.call('rain_new', base.name) : engine.read(base.json, base.name);
  try {
    // One that has to wait for another, as the nearest distance for the farthest, is refused at first.
    for (let rest = [...edits], left, error; rest.length; rest = left) {
      left = rest.filter(([number, value]) => {
        try { engine.call('rain_set', handle, number, value, 0); } catch (flaw) { error = flaw; return true; }
      });
      if (left.length === rest.length) throw error;
    }
    if (seed !== undefined) engine.call('rain_option', handle, 'seed', seed);
    if (channels) engine.call('rain_option', handle, 'channels', channels);
    return handle;
  } catch (error) {
    engine.free(handle);
    throw error;
  }
}

const get = (setting, second = 0, handle = rain) => engine.c.rain_get(handle, setting.number, second);
const moves = (setting, handle = rain) => engine.c.rain_moves(handle, setting.number);

// What passes by itself: the setting whose curve is drawn, and its numbers at 151 moments; null where nothing does. It is
// that of the preset as it was opened: a slider may let it stand still.
function passage(handle, duration) {
  const rainfall = named('rainfall'), setting = moves(rainfall, handle) ? rainfall : settings.find((one) => moves(one, handle));
  if (!duration || !setting) return null;
  return { setting, numbers: Array.from({ length: 151 }, (_, k) => get(setting, duration * k / 150, handle)) };
}

// Takes another state; refuses it as a whole.
function take(newBase, newEdits, newSeed, newChannels = channels) {
  const next = made(newBase, newEdits, newSeed, newChannels);
  engine.free(rain);
  const isSame = newBase.name === base.name && newBase.json === base.json;
  [rain, base, edits, channels] = [next, newBase, newEdits, newChannels];
  const text = engine.json(rain), json = JSON.parse(text);
  let { storm } = facts;
  if (!isSame || storm === undefined) {
    const bare = made(base, new Map());
    storm = passage(bare, json.duration);
    engine.free(bare);
  }
  facts = { title: json.name, summary: json.description, duration: json.duration, storm,
    rate: json.rate ?? 44100, channels: `${json.channels ?? 2}` };
  seed = newSeed === undefined ? `${/"seed": (\d+)/.exec(text)?.[1] ?? 1}` : newSeed;
  showRain();
}

// Another preset, gliding; one that moves begins at its beginning.
function open(newBase, newEdits = new Map(), newSeed = seed, newChannels = channels) {
  const wasMoved = edits.has(0) && !newEdits.has(0);
  take(newBase, newEdits, newBase.json !== undefined && newSeed === seed ? undefined : newSeed, newChannels);
  begin(facts.storm ? 0 : undefined);
  const rainfall = named('rainfall'), number = get(rainfall);
  say(wasMoved ? `It rains as this place has it, ${textOf(rainfall, number)}.` : '');
}

// A setting that may not lie above another, or below, moves that one along.
const pairs = [['distanceMin', 'distanceMax'], ['patterMin', 'patterMax'], ['patterLow', 'patterHigh']];

function change(setting, number, glide = 0.2) {
  for (const [low, high] of pairs) {
    const other = setting.name === low ? named(high) : setting.name === high ? named(low) : null;
    if (other && (setting.name === low ? get(other) < number : get(other) > number)) put(other, number, glide);
  }
  const stoodStill = isStill();
  if (put(setting, number, glide) && !stoodStill && isStill()) {
    say(`The ${facts.title} stands still at ${textOf(setting, number)}, until you let it pass on.`);
  }
  showRain();
}

function put(setting, number, glide) {
  try {
    engine.call('rain_set', rain, setting.number, number, 0);
  } catch (error) {
    say(error.message);
    return false;
  }
  edits.delete(setting.number);
  edits.set(setting.number, number);
  // Rainfall has replaced what was set before it.
  for (const [other, value] of edits) {
    if (engine.c.rain_get(rain, other, 0) !== value) edits.delete(other);
  }
  send({ set: [setting.number, number, glide] });
  return true;
}

// Whether a storm no longer passes, since the setting of its curve was set by hand; and how it passes on.
const isStill = () => !!facts.storm && !moves(facts.storm.setting);
function passOn() {
  const others = new Map([...edits].filter(([number]) => number !== facts.storm.setting.number));
  take(base, others, seed);
  begin(frame, 2);
  say(`The ${facts.title} passes on.`);
}

/* -------------------------------------------------------------- addresses */

const sorted = () => [...edits].sort(([a], [b]) => a - b);  // rainfall comes first, as it sets others
const written = (number, value) => settings[number].isChoice ? settings[number].words[value].name : `${value}`;

function address() {
  const items = new URLSearchParams(base.json === undefined ? { preset: base.name } : { json: base.json, file: base.name });
  for (const [number, value] of sorted()) items.set(settings[number].name, written(number, value));
  if (seed !== '1') items.set('seed', seed);
  if (channels) items.set('channels', channels);
  return `${location.href.split('#')[0]}#${items}`;
}

// The address follows the rain, so that a reload gives it again. Browsers allow some changes a second.
let remembering = 0, canRemember = false;
function remember() {
  clearTimeout(remembering);
  if (!canRemember) return;
  remembering = setTimeout(() => { if (address() !== location.href) history.replaceState(null, '', address()); }, 400);
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
