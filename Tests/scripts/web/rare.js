// rare.js WASM: in the page's engine, whose Int has 32 bits, regular drops that are rarer than any and denser than any sound
// to the end, also where their number fades.
const { exports: c } = new WebAssembly.Instance(new WebAssembly.Module(require('fs').readFileSync(process.argv[2])));
const text = (string) => {
  const bytes = new TextEncoder().encode(`${string}\0`), at = c.malloc(bytes.length);
  new Uint8Array(c.memory.buffer, at).set(bytes);
  return [at, bytes.length - 1];
};
const planes = c.malloc(2 * 4 * 4096), why = c.malloc(512);
const sentence = () => String.fromCharCode(...new Uint8Array(c.memory.buffer, why + 4, 200)).split('\0')[0];
let failures = 0;
function plays(json, options, frames) {
  const name = `${JSON.stringify(json)} ${JSON.stringify(options)} at ${frames}`;
  try {
    new DataView(c.memory.buffer).setUint32(why, 512, true);
    const rain = c.rain_read(...text(JSON.stringify(json)), 0, why);
    for (const key in options) if (key !== 'live' && !c.rain_option(rain, text(key)[0], text(options[key])[0], why)) throw Error(`no ${key}: ${sentence()}`);
    if (!c.rain_start(rain, options.live ?? 1, why)) throw Error('no start');
    for (const frame of frames) {
      if (!c.rain_seek(rain, BigInt(frame), why)) throw Error('no seek');
      for (let k = 0; k < 4; k++) if (c.rain_render_planes(rain, planes, planes + 16384, 4096) !== 4096n) throw Error('no frames');
    }
    c.rain_free(rain);
    console.log(`${name}: ok`);
  } catch (error) {
    failures++;
    console.log(`${name}: FAILED ${error.message}`);
  }
}
for (const drops of [1e-300, 1e-9, 0.001, 90, 1000000]) {
  for (const regularity of [0.01, 0.7, 1]) plays({ drops, regularity }, { rate: '8000' }, [0, 2 ** 30, 2 ** 31 - 100000]);
}
for (const shape of ['line', 'smooth']) {
  plays({ regularity: 0.7, curves: { drops: [[0, 90], [600, 0, shape]] } }, {}, [44100 * 599.5, 44100 * 600]);
}
plays({ drops: 1000000, regularity: 0.7, eaves: 4 }, { rate: '8000', duration: `${70 * 3600 * 8000}`, loop: 'true', live: 0 }, [0, 70 * 3600 * 8000 - 100000]);
process.exit(failures > 0 ? 1 : 0);
