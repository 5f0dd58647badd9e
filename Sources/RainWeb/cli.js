#!/usr/bin/env node
// rainsynth render|stream|hash|drops|flashes|preset list: the command's flags, as far as the engine alone can serve them.
import { existsSync, openSync, closeSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { RainError, _dropRows, _pieces, hash, presets, version } from './index.js';

const commands = ['render', 'stream', 'hash', 'drops', 'flashes', 'preset'];
const shorts = { p: 'preset', d: 'duration', s: 'seed', r: 'rate', c: 'channels', b: 'format', o: 'output', j: 'jobs', f: 'force', q: 'quiet', h: 'help' };
const switches = ['dither', 'loop', 'force', 'quiet', 'help'];
const own = ['preset', 'output', 'jobs', 'progress', 'force', 'quiet', 'help'];  // what the engine does not know
const usage = `Usage: rainsynth render [PRESET] -o FILE.wav [flags]
       rainsynth stream|hash|drops|flashes [PRESET] [flags]
       rainsynth preset list

Flags are those of the command for Linux and macOS: -p PRESET|FILE, --place NAME, -d TIME, -s SEED, -r HZ, -c LAYOUT, -b FORMAT,
--from, --to, --loop, --fade-in, --fade-out, --no-dither, --curve NAME=KEYS, -o FILE (- for standard output), -f, -q, and every
setting by its name, such as --rainfall heavy, --surface metal and --gain -6.
`;
const fail = (sentence) => { throw new RainError(sentence); };

// The words of a command line: pairs of flag and text, and arguments.
function parsed(words) {
  const flags = [], rest = [];
  for (let k = 0; k < words.length; k++) {
    const word = words[k];
    if (word === '-' || !word.startsWith('-')) { rest.push(word); continue; }
    const [, dashes, body, value] = /^(--?)([^=]*)(?:=([^]*))?$/.exec(word);
    let name = dashes === '--' ? body : shorts[body[0]] ?? fail(`there is no -${body[0]}`), text = value;
    if (dashes === '-' && body.length > 1) text = word.slice(2);
    const bare = name.replace(/^no-/, '');
    if (switches.includes(bare)) [name, text] = [bare, `${name === bare}`];
    else if (text === undefined && words[k + 1] !== undefined && !words[k + 1].startsWith('--')) text = words[++k];
    if (text === undefined && own.includes(name)) fail(`--${name} lacks its value`);
    flags.push([name, text]);
  }
  return { flags, rest };
}

// Writes all pieces: to standard output, or to a file that appears when it is whole.
async function write(path, isForced, pieces) {
  if (path === '-') {
    for await (const piece of pieces) writeAll(1, piece);
    return;
  }
  if (existsSync(path) && !isForced) fail(`${path}: exists; -f overwrites it`);
  const part = `${path}.${process.pid}.part`, file = openSync(part, 'wx');
  const stop = () => { rmSync(part, { force: true }); process.exit(130); };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    for await (const piece of pieces) writeAll(file, piece);
    closeSync(file);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function writeAll(file, piece) {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(141);
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

async function run([command, ...words]) {
  if (command === '--version') return console.log(`rainsynth ${await version()}, for Node`);
  if (command === undefined || ['help', '--help', '-h'].includes(command)) return console.log(usage.trimEnd());
  if (!commands.includes(command)) fail(`the package for Node has no command '${command}'; it has ${commands.join(', ')} list`);
  const { flags, rest } = parsed(words), mine = {}, options = {};
  for (const [name, text] of flags) {
    if (own.includes(name)) mine[name] = text;
    else options[name] = name === 'curve' ? [...options.curve ?? [], text ?? ''] : text ?? '';
  }
  if (mine.help) return console.log(usage.trimEnd());
  if (command === 'preset') {
    if (rest[0] !== 'list') fail('the package for Node has preset list alone');
    for (const { name, summary } of await presets()) console.log(`${name.padEnd(15)} ${summary}`);
    return;
  }
  if (options.seed === 'random') {
    options.seed = `${Math.floor(Math.random() * 2 ** 53)}`;
    if (!mine.quiet) console.error(`rainsynth: seed ${options.seed}`);
  }
  if (mine.preset !== undefined && rest.length) fail(`'${rest[0]}' and --preset both say where to start; leave one of them out`);
  const names = rest.length ? rest : [mine.preset];
  if (names.length > 1 && command !== 'hash') fail(`${command} takes one preset, not '${rest[1]}', too`);
  const [given] = names, isFile = (name) => name !== undefined && (name.includes('/') || name.endsWith('.json'));
  const rain = (name) => ({ ...options, preset: isFile(name) ? new Uint8Array(readFileSync(name)) : name });
  const file = isFile(given) ? given : undefined;
  if (command === 'hash') {
    const quoted = (word) => /^[\w.,:%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
    const said = flags.filter(([name]) => !own.includes(name)).map(([name, text]) => switches.includes(name)
      ? ` --${text === 'true' ? '' : 'no-'}${name}` : ` --${name}=${quoted(name === 'seed' ? options.seed : text ?? '')}`).join('');
    for (const name of names) console.log(`${await hash(rain(name), { file: isFile(name) ? name : undefined })}  ${quoted(name ?? 'steady')}${said}`);
    return;
  }
  if (command === 'stream') return write('-', false, _pieces(rain(given), { file }));
  const list = { drops: 'drop', flashes: 'flash' }[command];
  const path = mine.output ?? (list ? '-' : fail('render needs a file to write: -o FILE, or -o - for standard output'));
  if (list) return write(path, mine.force === 'true', _dropRows(rain(given), { file }, list));
  if (path !== '-' && !/\.(wav|raw)$/i.test(path)) fail(`-o writes a WAV or raw samples, and '${path}' is the name of something else`);
  return write(path, mine.force === 'true', _pieces(rain(given), { standard: 60, file }, !path.toLowerCase().endsWith('.raw')));
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const sentence = error instanceof RainError ? error.message.replace(/^there is no (--[^;]*)/, '$1 is not in the package for Node')
    : error.path !== undefined ? `${error.path.replace(/\.\d+\.part$/, '')}: ${error.message.replace(/,.*/, '')}` : error.message;
  console.error(`rainsynth: ${sentence.replaceAll('\n', ' ')}`);
  process.exitCode = 2;
}
