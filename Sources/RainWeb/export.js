/* ------------------------------------------------------------------ files */

const fileName = () => `${facts.title.replace(/[^\w.-]+/g, '-') || 'rain'}`;
// A turn for the page between two pieces of work, at once also in the background.
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// How long a file is: the options of the engine, the flags of the command, and the length in s.
function extent() {
  const [kind, number] = $('length').value.split(' '), length = +number || facts.duration;
  const frames = `${Math.round(length * facts.rate)}`;
  if (kind === 'all') return { length, options: {}, flags: [] };
  return kind === 'first' ? { length, options: { to: frames }, flags: [`--to ${length}`] }
    : { length, options: { duration: frames }, flags: [`-d ${length}`] };
}

// A storm has its length, unless a shorter one was chosen by its name.
function showLengths() {
  const times = [[10, '10 seconds'], [60, 'one minute'], [600, '10 minutes'], [3600, 'one hour']];
  const parts = times.filter(([length]) => length < facts.duration);
  const choices = facts.storm
    ? [[`all of it, ${clock(facts.duration)}`, 'all'],
      ...parts.map(([length, name]) => [`the first ${name.replace('one ', '')}`, `first ${length}`]),
      ...parts.map(([length, name]) => [`all of it in ${name}`, `whole ${length}`])]
    : times.map(([length, name]) => [name, `whole ${length}`]);
  if ($('length').options[0]?.text === choices[0][0]) return;
  $('length').replaceChildren(...choices.map(([name, value]) => new Option(name, value)));
  if (!facts.storm) $('length').value = 'whole 60';
}

// The bytes of a WAV before its samples (0) or after them (1).
function partOfWave(handle, number) {
  const count = Number(engine.call('rain_wave', handle, number, 0, 0)), place = engine.take(count + 1);
  engine.c.rain_wave(handle, number, place, count, engine.why);
  const bytes = engine.bytes(place, count).slice();
  engine.c.free(place);
  return bytes;
}

// The bytes of a rendering, piece by piece; `report` gets the share, and returns whether to go on.
async function rendered(options, withHeader, report) {
  const handle = made(base, said, seed, channels), pieces = [], room = 16384;
  let at;
  try {
    for (const name in options) engine.call('rain_option', handle, name, options[name]);
    const header = partOfWave(handle, 0);
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
    if (withHeader) pieces.push(partOfWave(handle, 1));
    return new Blob(pieces, { type: 'audio/wav' });
  } finally {
    if (at) engine.c.free(at);
    engine.free(handle);
  }
}

let isRendering = false;
async function download() {
  const { length, options, flags } = extent();
  if (length > 3 * 3600) {
    fail(`the page renders up to 3 h; the command has no limit: ${line('render', [...flags, `-o ${fileName()}.wav`])}`);
  }
  if ($('loop').checked) {
    options.loop = 'true';
    flags.push('--loop');
  }
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
      line('render', [...flags, `-o ${link.download}`])}`);
  } finally {
    show(false);
    isRendering = false;
  }
}

// The line of the command that makes this rain.
function line(command, rest) {
  const quoted = (word) => /^[\w.+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  const names = Object.keys(said).filter((name) => name !== 'place' || hasPlace());
  const flags = names.map((name) => `${flag(name)}=${said[name]}`);
  const others = [...(seed === '1' ? [] : [`--seed=${seed}`]), ...(channels ? [`-c ${channels}`] : [])];
  return ['rainsynth', command, `-p ${quoted(base.name)}`, ...flags, ...others, ...rest].join(' ');
}

// Ten seconds, of a storm the first ten.
async function prove() {
  say('Computing ...');
  const ten = `${10 * facts.rate}`;
  const blob = await rendered(facts.storm ? { to: ten } : { duration: ten }, false, () => true);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  const digits = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  $('sum').textContent = `${digits}  ${base.name}`;
  $('hash').textContent = line('hash', facts.storm ? [`-d ${facts.duration}`, '--to 10'] : ['-d 10']);
  $('proof').hidden = false;
  say('Computed.');
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

function listenToFiles() {
  $('wav').onsubmit = (event) => { event.preventDefault(); if (!isRendering) attempt(download); };
  $('cancel').onclick = () => { isRendering = false; };
  $('share').onclick = () => {
    history.replaceState(null, '', address());
    copy(address(), location.protocol === 'file:' ? 'The link to this file on your disk' : 'The link');
  };
  $('command').onclick = () => attempt(() => copy(line('render', [...extent().flags, `-o ${fileName()}.wav`]), 'The command'));
  $('preset').onclick = () => copy(engine.json(rain), 'The preset');
  $('prove').onclick = () => attempt(prove);
  $('channels').onchange = () => attempt(() => hear($('channels').value), showRain);
  $('ears').onchange = () => attempt(() => hear($('ears').checked ? 'binaural' : base.json === undefined ? '' : '2'), showRain);
}
