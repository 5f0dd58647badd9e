/* ------------------------------------------------- the rain that is chosen */

// What the page shows: a weather or the text of a file, what was said beside it, as the engine has it, a seed, and the channels of
// files where they are not those of the preset. What sounds is stereo, or binaural.
let base = { name: 'steady' }, said = { place: 'open' }, seed = '1', channels = '', rain = 0, facts = {};

// The rain of some state, as of the command's flags.
function made(base, said, seed, channels) {
  const handle = base.json === undefined ? engine.call('rain_new', base.name) : engine.read(base.json, base.name);
  try {
    if (said.place) engine.call('rain_set_place', handle, said.place, 0);
    // The rainfall comes first, at which the others hold.
    for (const setting of settings) {
      if (setting.name in said) engine.call('rain_set', handle, setting.number, numberOf(setting, `${said[setting.name]}`), 0);
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
function take(newBase, newSaid, newSeed, newChannels = channels) {
  const next = made(newBase, newSaid, newSeed, newChannels);
  engine.free(rain);
  const isSame = newBase.name === base.name && newBase.json === base.json;
  [rain, base, said, channels] = [next, newBase, newSaid, newChannels];
  const text = engine.json(rain), json = JSON.parse(text);
  let { storm } = facts;
  if (!isSame || storm === undefined) {
    const bare = made(base, said.place ? { place: said.place } : {});
    storm = passage(bare, json.duration);
    engine.free(bare);
  }
  const place = said.place === 'open' ? undefined : presets.find(({ name }) => name === said.place);
  facts = { title: titleOf(json.name), summary: place?.summary ?? json.description, duration: json.duration, storm,
    rate: json.rate ?? 44100, channels: `${json.channels ?? 2}` };
  seed = newSeed === undefined ? `${/"seed": (\d+)/.exec(text)?.[1] ?? 1}` : newSeed;
  showRain();
}

// Another weather, gliding; one that moves begins at its beginning. A weather that is a place as well is steady rain there.
function open(newBase, newSaid = {}, newSeed = seed, newChannels = channels) {
  take(newBase, newSaid, newBase.json !== undefined && newSeed === seed ? undefined : newSeed, newChannels);
  begin(facts.storm ? 0 : undefined);
  say('');
}

// The same rain in other channels.
function hear(newChannels) {
  take(base, said, seed, newChannels);
  if (isBinaural() !== hasEars) begin(frame, 0.3);
}

// Through the door: another place, gliding. What was set of the weather stays, and of the place goes.
function enter(place) {
  const next = made(base, said);
  engine.call('rain_set_place', next, place, 0);
  const kept = engine.said(next);
  engine.free(next);
  take(isDrops(base.name) ? { name: 'steady' } : base, kept, seed);
  begin(undefined, 0.8);
  say('');
}

// "Storm, in a tent".
const titleOf = (name) => hasPlace() ? `${name}, ${wheres[said.place]}` : name;
const hasPlace = () => said.place !== undefined && said.place !== 'open';

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
  said = engine.said(rain);
  send({ set: [setting.number, number, glide] });
  return true;
}

// Whether a storm no longer passes, since the setting of its curve was set by hand; and how it passes on.
const isStill = () => !!facts.storm && !moves(facts.storm.setting);
function passOn() {
  const { [facts.storm.setting.name]: _, ...others } = said;
  take(base, others, seed);
  begin(frame, 2);
  say(`The ${facts.title} passes on.`);
}

/* -------------------------------------------------------------- addresses */

function address() {
  const items = new URLSearchParams(base.json === undefined ? { preset: base.name } : { json: base.json, file: base.name });
  for (const name in said) if (name !== 'place' || hasPlace()) items.set(name, said[name]);
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
  const newSaid = {};
  let [newBase, newSeed, newChannels] = [{ name: 'steady' }, '1', ''];
  for (const [name, value] of items) {
    if (name === 'preset') newBase = { name: value };
    else if (name === 'json') newBase = { json: value, name: items.get('file') ?? 'preset.json' };
    else if (name === 'seed') newSeed = value;
    else if (name === 'channels') newChannels = value;
    else if (name === 'place' || named(name)) newSaid[name] = value;
    else if (name !== 'file' && name !== 'embed') fail(`the address names no setting ${name}`);
  }
  // The preset of a place is that place, with the weather of open ground: preset=tent.
  if (newBase.json === undefined && newSaid.place === undefined && isPlace(newBase.name)) [newBase, newSaid.place] = [{ name: 'steady' }, newBase.name];
  if (newBase.json === undefined && !isDrops(newBase.name)) newSaid.place ??= 'open';
  open(newBase, newSaid, newSeed, newChannels);
}
