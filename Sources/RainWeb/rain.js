/* ------------------------------------------------- the rain that is chosen */

// What the page shows: a weather or the text of a file, the place where it is heard, '' for that of a file, the settings that were changed since, a seed, and the channels of
// files where they are not those of the preset. What sounds is stereo, or binaural.
let base = { name: 'steady' }, here = 'open', edits = new Map(), seed = '1', channels = '', rain = 0, facts = {};

// The rain of some state, by the same calls as for the command's flags.
function made(base, here, edits, seed, channels) {
  const handle = base.json === undefined ? engine.call('rain_new', base.name) : engine.read(base.json, base.name);
  try {
    if (here) engine.call('rain_set_place', handle, here, 0);
    for (const [number, value] of sorted(edits)) engine.call('rain_set', handle, number, value, 0);
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
function take(newBase, newPlace, newEdits, newSeed, newChannels = channels) {
  const next = made(newBase, newPlace, newEdits, newSeed, newChannels);
  engine.free(rain);
  const isSame = newBase.name === base.name && newBase.json === base.json;
  [rain, base, here, edits, channels] = [next, newBase, newPlace, newEdits, newChannels];
  const text = engine.json(rain), json = JSON.parse(text);
  let { storm } = facts;
  if (!isSame || storm === undefined) {
    const bare = made(base, here, new Map());
    storm = passage(bare, json.duration);
    engine.free(bare);
  }
  const place = here === 'open' ? undefined : presets.find(({ name }) => name === here);
  facts = { title: titleOf(json.name), summary: place?.summary ?? json.description, duration: json.duration, storm,
    rate: json.rate ?? 44100, channels: `${json.channels ?? 2}` };
  seed = newSeed === undefined ? `${/"seed": (\d+)/.exec(text)?.[1] ?? 1}` : newSeed;
  showRain();
}

// Another weather, gliding; one that moves begins at its beginning. A weather that is a place as well is steady rain there.
function open(newBase, newPlace = here, newEdits = new Map(), newSeed = seed, newChannels = channels) {
  take(newBase, newPlace, newEdits, newBase.json !== undefined && newSeed === seed ? undefined : newSeed, newChannels);
  begin(facts.storm ? 0 : undefined);
  say('');
}

// The same rain in other channels.
function hear(newChannels) {
  take(base, here, edits, seed, newChannels);
  if (isBinaural() !== hasEars) begin(frame, 0.3);
}

// Through the door: another place, gliding. What was set of the weather stays, and of the place goes.
function enter(newPlace) {
  const kept = new Map([...edits].filter(([number]) => engine.c.rain_setting_owner(number) !== 1));
  take(isDrops(base.name) ? { name: 'steady' } : base, newPlace, kept, seed);
  begin(undefined, 0.8);
  say('');
}

// "Storm, in a tent".
const titleOf = (name) => !here || here === 'open' ? name : `${name}, ${wheres[here]}`;

function change(setting, number, glide = 0.2) {
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
  edits.set(setting.number, number);
  // Numbers hold at the rainfall at which they were set, and are written at the one that holds now.
  if (setting.name === 'rainfall') {
    for (const other of edits.keys()) edits.set(other, engine.c.rain_get(rain, other, 0));
  }
  send({ set: [setting.number, number, glide] });
  return true;
}

// Whether a storm no longer passes, since the setting of its curve was set by hand; and how it passes on.
const isStill = () => !!facts.storm && !moves(facts.storm.setting);
function passOn() {
  const others = new Map([...edits].filter(([number]) => number !== facts.storm.setting.number));
  take(base, here, others, seed);
  begin(frame, 2);
  say(`The ${facts.title} passes on.`);
}

/* -------------------------------------------------------------- addresses */

const sorted = (of = edits) => [...of].sort(([a], [b]) => a - b);  // the rainfall first, at which the others hold
const written = (number, value) => settings[number].isChoice ? settings[number].words[value].name : `${value}`;

function address() {
  const items = new URLSearchParams(base.json === undefined ? { preset: base.name } : { json: base.json, file: base.name });
  if (here && here !== 'open') items.set('place', here);
  for (const [number, value] of sorted()) items.set(settings[number].name, written(number, value));
  if (seed !== '1') items.set('seed', seed);
  if (channels) items.set('channels', channels);
  return `${location.href.split('#')[0]}#${isEmbedded() ? 'embed&' : ''}${items}`;
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
  document.body.classList.toggle('embed', items.has('embed'));
  const newEdits = [];
  let [newBase, newPlace, newSeed, newChannels] = [{ name: 'steady' }, undefined, '1', ''];
  for (const [name, value] of items) {
    if (name === 'preset') newBase = { name: value };
    else if (name === 'place') newPlace = value;
    else if (name === 'json') newBase = { json: value, name: items.get('file') ?? 'preset.json' };
    else if (name === 'seed') newSeed = value;
    else if (name === 'channels') newChannels = value;
    else if (name !== 'file' && name !== 'embed') {
      const setting = named(name) ?? fail(`the address names no setting ${name}`);
      newEdits.push([setting.number, numberOf(setting, value)]);
    }
  }
  // The preset of a place is that place, with the weather of open ground: preset=tent.
  if (newBase.json === undefined && newPlace === undefined && isPlace(newBase.name)) [newBase, newPlace] = [{ name: 'steady' }, newBase.name];
  newPlace ??= newBase.json === undefined && !isDrops(newBase.name) ? 'open' : '';
  open(newBase, newPlace, new Map(newEdits), newSeed, newChannels);
}
