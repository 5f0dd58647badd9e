/* --------------------------------------------------------------- controls */

const rows = [];
// The places that come first, and have the digits; and what is there for comparison alone.
const chosen = ['window', 'forest', 'tent', 'street', 'tin-roof', 'puddles'];
const capital = (text) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
const spaced = (name) => capital(name.replaceAll('-', ' '));
const isClassic = (name) => name.startsWith('classic');

const say = (sentence) => {
  $('status').textContent = sentence;
  tell();
};
async function attempt(action, otherwise = () => {}) {
  try {
    await action();
  } catch (error) {
    otherwise();
    say(error.message);
  }
}

// A weather keeps the place, and a place the weather.
function pick(name) {
  if (isPlace(name)) {
    if (said.place !== name) enter(name);
  } else if (base.json !== undefined || base.name !== name) {
    open({ name }, isDrops(name) ? {} : { place: said.place ?? 'open' });
  }
}

// What is chosen plays.
function choose(name) {
  attempt(() => {
    pick(name);
    if (!isPlaying || isTaken) play();
  });
}

function makeControls() {
  const rainfall = named('rainfall');
  Object.assign($('rainfall'), { min: 0, max: 1000, step: 1 });
  $('rainfall').oninput = () => change(rainfall, numberAt(rainfall, +$('rainfall').value), 0.5);
  stepByKeys($('rainfall'), 25);
  stepByKeys($('volume'), 20);
  const order = [...chosen.map((name) => presets.find((preset) => preset.name === name)),
    ...presets.filter(({ name }) => !chosen.includes(name))];
  for (const { name, summary } of order) {
    const input = element('input', { type: 'radio', name: isPlace(name) ? 'place' : 'preset', value: name });
    input.onclick = () => choose(name);
    const digit = chosen.indexOf(name) + 1;
    const card = element('label', {}, input);
    if (!isClassic(name)) card.append(element('canvas', { ariaHidden: 'true' }));
    card.append(element('b', { textContent: spaced(name) }), element('small', { textContent: summary }));
    if (digit) card.title = `Key ${digit}`;
    $(isClassic(name) ? 'classics' : ['presets', 'places', 'drops'][kindOf(name)]).append(card);
  }
  for (const [title, list] of lists) {
    if (!$('first').childElementCount) {
      $('first').append(...list.map((setting) => makeRow(setting, 25)));
    } else {
      const box = element('details', {}, element('summary', { textContent: title }));
      box.append(...list.map((setting) => makeRow(setting, 100)));
      $('groups').append(box);
    }
  }
}

// Lets the arrow keys move a slider by one of so many steps, which one hears.
function stepByKeys(slider, steps) {
  const size = slider.max / steps, turns = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  slider.addEventListener('keydown', (event) => {
    const turn = turns[event.key];
    if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    slider.value = +slider.value + turn * size;
    slider.dispatchEvent(new Event('input'));
  });
}

function makeRow(setting, steps) {
  const id = `s-${setting.name}`, help = element('small', { id: `${id}-help` });
  const row = element('div', { className: 'setting' }, element('label', { htmlFor: id, textContent: setting.title }));
  if (setting.isChoice) {
    const select = element('select', { id });
    select.append(...setting.words.map(({ name, number }) => new Option(spaced(name), number)));
    select.onchange = () => change(setting, +select.value, 1);
    row.append(select, help);
    rows.push({ setting, row, help, show() { select.value = get(setting); } });
    return row;
  }
  const slider = element('input', { id, type: 'range', min: 0, max: 1000, step: 1 });
  const field = element('input', { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
  slider.setAttribute('aria-describedby', help.id);
  field.setAttribute('aria-label', `${setting.title}, ${setting.unit || 'number'}`);
  slider.oninput = () => change(setting, numberAt(setting, +slider.value));
  stepByKeys(slider, steps);
  field.onchange = () => attempt(() => change(setting, numberOf(setting, field.value)), showRain);
  row.append(slider, field, element('span', { className: 'quiet', textContent: setting.unit }), help);
  const show = () => {
    const number = get(setting, now());
    slider.value = placeOf(setting, number);
    slider.setAttribute('aria-valuetext', textOf(setting, number));
    if (document.activeElement !== field) field.value = shown(number);
  };
  rows.push({ setting, row, help, show });
  return row;
}

// Grays what no sample of this rain depends on, and says why.
function showUse() {
  for (const { setting, row, help } of rows) {
    const isUnused = engine.c.rain_unused(rain, setting.number, engine.why) === 1;
    row.classList.toggle('unused', isUnused);
    const isTold = isUnused || setting.name === 'gain' && engine.c.rain_loud(rain, engine.why) === 1;
    help.textContent = capital(isTold ? engine.text(engine.why + 4) : setting.summary);
  }
}

// Shows the numbers that hold now.
function showNumbers() {
  const rainfall = named('rainfall'), number = get(rainfall, now());
  $('rainfall').value = placeOf(rainfall, number);
  const text = `${strength(number)}, ${textOf(rainfall, number)}`;
  $('strength').textContent = text;
  $('rainfall').setAttribute('aria-valuetext', text);
  for (const row of rows) row.show();
}

// Shows another rain.
function showRain() {
  showNumbers();
  $('title').textContent = spaced(facts.title);
  $('place-name').textContent = spaced(facts.title);
  $('summary').textContent = facts.summary;
  document.title = `${spaced(facts.title)} · rainsynth`;
  for (const input of document.getElementsByName('preset')) {
    input.checked = base.json === undefined && input.value === base.name;
  }
  for (const input of document.getElementsByName('place')) input.checked = input.value === said.place;
  if (document.activeElement !== $('seed')) $('seed').value = seed;
  $('channels').value = facts.channels;
  $('ears').checked = isBinaural();
  showLengths();
  drawStorm();
  lookAgain();
  setScene();
  showPlay();
  remember();
}

/* --------------------------------------------------------------- pictures */

// What takes some ms follows the sliders a little later.
let looking = 0;
function lookAgain() {
  clearTimeout(looking);
  looking = setTimeout(() => { drawDrop(); showUse(); }, 150);
}

function drawDrop() {
  const room = 44100, at = engine.take(4 * room + 28), parts = at + 4 * room;
  new DataView(engine.c.memory.buffer).setUint32(parts, 28, true);
  const count = Number(engine.c.rain_typical_drop(rain, at, room, parts, engine.why));
  const samples = count > 0 ? engine.floats(at, Math.min(count, room)).slice() : new Float32Array(1);
  const [, impact, delay, bubble, splash,, start] = new Uint32Array(engine.c.memory.buffer.slice(parts, parts + 28));
  engine.c.free(at);
  // 40 dB below the peak nothing is seen.
  const peak = 1.2 * samples.reduce((a, b) => Math.max(a, Math.abs(b)), 1e-6);
  const span = Math.max(220, 1.2 * samples.findLastIndex((x) => Math.abs(x) > peak / 120));
  const picture = $('drop'), width = picture.clientWidth || 600, x = (k) => width * k / span;
  let path = '';
  for (let k = 0; k < Math.min(samples.length, span); k++) {
    path += `${k ? 'L' : 'M'}${x(k).toFixed(1)} ${(105 - 75 * samples[k] / peak).toFixed(1)}`;
  }
  const spans = [['impact', 0, impact], ['delay', start, delay], ['bubble', delay, bubble]].filter(([, a, b]) => b > a);
  if (bubble <= delay && splash > impact) spans.push(['splash', impact, splash]);
  picture.setAttribute('viewBox', `0 0 ${width} 200`);
  picture.replaceChildren();
  let free = 0;
  const milliseconds = (from, to) => `${shown(Number(((to - from) / 44.1).toPrecision(2)))} ms`;
  for (const [name, from, to] of spans) {
    picture.append(svg('rect', { class: name, x: x(from), y: 26, width: Math.max(0, Math.min(width, x(to)) - x(from)), height: 174 }));
    const place = Math.max(x(from) + 4, free), text = `${name} ${milliseconds(from, to)}`;
    if (place < width - 60) picture.append(svg('text', { x: place, y: 18 }, text));
    free = place + 8 * text.length + 8;
  }
  picture.append(svg('path', { d: path }), svg('text', { x: 4, y: 192 }, '0'),
    svg('text', { x: width - 4, y: 192, 'text-anchor': 'end' }, milliseconds(0, span)));
  picture.setAttribute('aria-label', `The waveform of one drop: ${spans.map(([name, from, to]) =>
    `${name} ${milliseconds(from, to)}`).join(', ') || 'silence'}`);
}

/* -------------------------------------------------------------- the start */

function listen() {
  $('play').onclick = () => isPlaying && !isTaken ? stop() : play();
  $('timer').onchange = setTimer;
  $('volume').oninput = setVolume;
  $('down').onclick = () => $('places-title').scrollIntoView();
  $('seed').onchange = () => attempt(() => { take(base, said, $('seed').value.trim()); begin(frame, 1); }, showRain);
  $('reseed').onclick = () => attempt(() => {
    take(base, said, `${crypto.getRandomValues(new Uint32Array(1))[0]}`);
    begin(frame, 1);
    say(`Seed ${seed}.`);
  });
  $('file').onchange = () => attempt(async () => {
    const [file] = $('file').files;
    if (file) open({ json: await file.text(), name: file.name }, {}, seed);
  });
  $('more').ontoggle = drawDrop;
  addEventListener('hashchange', () => attempt(openAddress));
  addEventListener('keydown', (event) => {
    // Fields, lists and buttons have keys of their own, sliders and cards all but the space bar.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, textarea, button, summary')) return;
    const type = event.target.closest('input')?.type, digit = +event.key;
    if (type && !(event.key === ' ' && (type === 'radio' || type === 'range'))) return;
    if (event.key === ' ') $('play').click();
    else if (chosen[digit - 1]) choose(chosen[digit - 1]);
    else if (event.key.startsWith('Arrow') && /Left|Right/.test(event.key)) {
      $('rainfall').dispatchEvent(new KeyboardEvent('keydown', { key: event.key }));
    } else return;
    event.preventDefault();
  });
  listenToStorm();
  listenToFiles();
  listenToKeysOfMedia();
  // Sliders follow what moves.
  setInterval(() => { showLeft(); if (isPlaying && facts.storm) showNumbers(); }, 500);
  // Once the scene is out of sight, the bar is small.
  new IntersectionObserver(([entry]) => document.body.classList.toggle('below', entry.intersectionRatio < 0.5),
    { threshold: 0.5 }).observe($('scene'));
  new ResizeObserver(() => {
    if (!document.body.classList.contains('below')) document.body.style.setProperty('--bar', `${$('bar').offsetHeight}px`);
  }).observe($('bar'));
}

async function start() {
  const wasm = unpacked('wasm').buffer;
  engine = new Engine(await WebAssembly.compile(wasm));
  readTables();
  makeControls();
  take(base, said, seed);
  listen();
  $('old').hidden = true;
  document.querySelector('main').hidden = false;
  $('footer').textContent = `${engine.text(engine.c.rain_software())}, sound revision ${engine.c.rain_sound_revision()}. `
    + 'It asks nothing of any server, and keeps nothing.';
  await attempt(() => makeSound(wasm));
  if (location.hash.length > 1) await attempt(openAddress);
  canRemember = true;
  startScene();
  document.documentElement.dataset.ready = 'yes';
  tell();
}
const ready = start();
ready.catch((error) => { $('old').textContent = `This page does not work here: ${error.message}`; });
