/* -------------------------------------------------------------- the scene */

// The rain that one sees is the rain that one hears: each near drop of the engine's list falls where it sounds, and strikes
// the ground in the frame in which it is heard. The patter is the far streaks, and the bed is the mist.
//
//     list of drops ──▶ place by direction and distance ──▶ before its frame a streak, after it a splash
//     level of the sound ──▶ lean of the gusts
const scene = { width: 0, height: 0, look: null, rain: 0, drops: [], end: 0, lean: 0.05, level: 0, mean: 0, runs: [], now: 0 };
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
const front = () => $('front').getContext('2d');
const seen = { before: 0.6, after: 1.6 };  // s in which a drop is seen, around its onset
const shine = { apart: 0.4, fall: 0.12 };  // s between two flashes that are seen, and in which one fades
const sizeOfDrop = 80, mostDrops = 1500;

// In Firefox a page that asks for the latency of the sound device holds a lock that the sound's own thread waits for, while
// that thread holds the device: now and then both wait for ever.
const asksDevice = !navigator.userAgent.includes('Firefox');

// The frame that leaves the loudspeaker now.
function heardFrame() {
  const stamp = asksDevice ? audio.getOutputTimestamp?.() : null;
  const time = stamp?.performanceTime > 0
    ? stamp.contextTime + (performance.now() - stamp.performanceTime) / 1000 : audio.currentTime - (audio.baseLatency || 0);
  return Math.max(0, heard.frame + (time - heard.time) * audio.sampleRate);
}

// Another rain, or another look.
function setScene() {
  engine.free(scene.rain);
  scene.rain = 0;
  const surface = named('surface'), name = base.json === undefined ? base.name : '';
  const look = lookOf(name, said.place ?? '', surface.words[get(surface)].name), key = JSON.stringify(look);
  if (key !== scene.key) {
    [scene.look, scene.key, scene.runs] = [look, key, []];
    paintScene();
  }
  drawStill();
}

function paintScene() {
  const box = $('scene').getBoundingClientRect();
  if (!scene.look || !box.width) return;
  // Pixels cost time: two million are enough.
  const ratio = Math.min(devicePixelRatio, 2, Math.sqrt(2e6 / (box.width * box.height)));
  [scene.width, scene.height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
  for (const id of ['back', 'front']) [$(id).width, $(id).height] = [scene.width, scene.height];
  paint($('back').getContext('2d'), scene.width, scene.height, scene.look);
  scene.floor = scene.height;
  scene.horizon = scene.look.horizon * scene.height;
  scene.isPane = scene.look.back === 'pane' || scene.look.back === 'car';
  scene.isCloth = scene.look.back === 'tent' || scene.look.back === 'umbrella';
  scene.opening = openingOf(scene.look.back, scene.width, scene.height);
  if (scene.isPane) {
    scene.glass = element('canvas', { width: scene.width, height: scene.height }).getContext('2d');
    scene.glass.clip(scene.opening);
  }
  scene.bead = bead(scene.look);
  scene.mist = mist(scene.look);
  scene.colors = { streak: mixed(scene.look.glow, '#ffffff', 0.55), splash: mixed(scene.look.glow, '#ffffff', 0.4), stain: mixed(scene.look.sky[0], '#000000', 0.4) };
  scene.drops.forEach(place);
  if (scene.isPane) bedew();
}

/* ---------------------------------------------------------------- the list */

// Reads the drops up to some frame into the list, which also keeps those that are still seen.
function readDrops(from, to) {
  const rate = audio?.sampleRate ?? 44100;
  if (!scene.rain) {
    scene.rain = engine.read(engine.json(rain), 'rain');
    engine.call('rain_option', scene.rain, 'rate', `${rate}`);
    engine.call('rain_option', scene.rain, 'channels', '2');
    // What has fallen has fallen.
    scene.drops = scene.drops.filter(({ frame }) => frame < scene.now && frame >= from - seen.after * rate);
    scene.end = Math.max(from, scene.now > from ? scene.now : from);
  }
  if (from > scene.end || to < scene.end - 3 * rate) [scene.drops, scene.end] = [[], from];
  if (to <= scene.end) return;
  scene.room ??= engine.take(sizeOfDrop * mostDrops);
  const view = () => new DataView(engine.c.memory.buffer, scene.room, sizeOfDrop * mostDrops);
  view().setUint32(0, sizeOfDrop, true);
  const end = Math.ceil(Math.max(to, scene.end + 0.8 * rate));
  const count = Number(engine.c.rain_drops(scene.rain, BigInt(Math.floor(scene.end)), BigInt(end), scene.room, mostDrops, engine.why));
  const list = view(), now = scene.now - seen.after * rate;
  scene.drops = scene.drops.filter(({ frame }) => frame >= now);
  for (let k = 0; k < Math.min(count, mostDrops); k++) {
    const float = (place) => list.getFloat64(k * sizeOfDrop + place, true);
    const drop = { frame: Number(list.getBigInt64(k * sizeOfDrop + 8, true)), surface: list.getUint32(k * sizeOfDrop + 4, true),
      diameter: float(24), speed: float(32), distance: float(40), azimuth: float(48), level: Math.max(float(56), float(64)) };
    place(drop);
    scene.drops.push(drop);
  }
  scene.end = end;
}

// Reads the flashes that light until some frame.
function readFlashes(from, to) {
  if (!scene.lit || scene.lit.rain !== scene.rain || from > scene.lit.end) scene.lit = { rain: scene.rain, flashes: [], end: Math.max(1, Math.floor(from)) };
  const { lit } = scene, end = Math.ceil(to), room = 4096;
  if (end <= lit.end) return;
  lit.room = scene.litRoom ??= engine.take(room);
  const count = Number(engine.c.rain_flash_rows(scene.rain, BigInt(lit.end), BigInt(end), lit.room, room - 1, engine.why));
  engine.bytes(lit.room + Math.max(0, Math.min(count, room - 1)), 1)[0] = 0;
  const rows = count > 0 && count < room ? engine.text(lit.room).trimEnd().split('\n') : [];
  lit.flashes = lit.flashes.filter(({ frame }) => frame > from - shine.apart * (audio?.sampleRate ?? 44100));
  for (const row of rows) {
    const [frame, , , distance] = row.split(',').map(Number), last = lit.flashes.at(-1);
    // No more than three a second.
    if (!last || frame > last.frame + shine.apart * audio.sampleRate) lit.flashes.push({ frame, distance });
  }
  lit.end = end;
}

// Where a drop strikes, in pixels; how many pixels a meter has there; and how strongly it is seen, 0 ... 1.
function place(drop) {
  const { width, height, horizon, floor } = scene, random = chance(drop.frame), [a, b] = [random(), random()];
  // Equal angles of hearing are equal steps to the side, from -1 to 1; behind and in front look alike.
  const side = Math.asin(Math.sin(2 * Math.PI * drop.azimuth)) * 2 / Math.PI;
  drop.turn = a;
  drop.force = Math.min(1, Math.max(0.12, 1 + Math.log10(drop.level * 3 + 1e-6) / 2));
  drop.isWater = named('surface').words[drop.surface]?.name === 'water';
  if (scene.isPane) {
    drop.x = width * (0.5 + 0.48 * side);
    drop.y = height * (scene.look.back === 'car' ? 0.09 + 0.56 * b : 0.02 + 0.94 * b);
    drop.meter = Math.min(width, height) * 0.9;
  } else if (scene.look.back === 'tent') {
    drop.x = width * (0.5 + 0.48 * side);
    drop.y = height * (0.03 + 0.8 * b ** 1.3);
    // Not in the door.
    if (drop.y > height * 0.4 && Math.abs(drop.x / width - 0.5) < 0.12) drop.y *= 0.45;
    drop.meter = height * 0.5 / Math.max(0.5, drop.distance);
  } else if (scene.look.back === 'umbrella') {
    drop.x = width * (0.5 + 0.46 * side);
    drop.y = height * (0.02 + 0.36 * b * (1 - 1.5 * (drop.x / width - 0.5) ** 2));
    drop.meter = height * 0.4 / Math.max(0.5, drop.distance);
  } else if (scene.look.back === 'tumbler') {
    const { x, y, rx, ry } = tumblerOf(width, height), deep = Math.sqrt(1 - side ** 2) * (2 * b - 1);
    Object.assign(drop, { x: x + 0.85 * rx * side, y: y + 0.85 * ry * deep, meter: rx });
  } else {
    // A floor 1.6 m below the eyes: as high on the picture as it is near.
    const depth = Math.min(1.05, 1 / Math.max(0.4, drop.distance / nearest()));
    drop.y = horizon + (floor - horizon) * (0.03 + 0.97 * depth);
    drop.x = width * (0.5 + 0.55 * side * (0.75 + 0.25 * depth));
    drop.meter = (drop.y - horizon) / 1.6 + height * 0.01;
  }
}
const nearest = () => Math.max(0.5, get(named('distance'), now()));

/* ---------------------------------------------------------------- drawing */

const calmFrames = 4;  // s behind the beginning, which is dry: what a picture at rest shows
function drawStill() {
  if (!scene.width || (audio?.state === 'running' && !isCalm.matches)) return;
  const rate = audio?.sampleRate ?? 44100;
  scene.now = frame + calmFrames * rate;
  try {
    readDrops(scene.now - seen.after * rate, scene.now + seen.before * rate);
  } catch { /* The rain itself was refused, and that is said. */ }
  drawRain(calmFrames, rate);
  // It plays from where it stands.
  [scene.drops, scene.end, scene.now] = [[], 0, 0];
}

function drawFrame(time) {
  requestAnimationFrame(drawFrame);
  if (!audio || audio.state !== 'running' || document.hidden) return;
  if (isCalm.matches || document.body.classList.contains('below')) return;
  const rate = audio.sampleRate, samples = scene.samples ??= new Float32Array(2048);
  scene.now = heardFrame();
  if (!scene.rain || scene.end < scene.now + seen.before * rate) readDrops(scene.now, scene.now + seen.before * rate);
  if (get(named('thunder'), now()) > 0 || scene.lit?.flashes.length) readFlashes(scene.now, scene.now + 2 * rate);
  // Gusts lean the rain: what is louder than the last seconds were.
  analyser.getFloatTimeDomainData(samples);
  let sum = 0;
  for (let k = 0; k < samples.length; k += 4) sum += samples[k] * samples[k];
  const level = Math.sqrt(sum * 4 / samples.length);
  scene.level += (level - scene.level) * 0.06;
  scene.mean += (level - scene.mean) * (scene.mean ? 0.002 : 1);
  const gust = get(named('gust'), now());
  const lean = 0.04 + 0.5 * gust * Math.min(1.5, Math.max(-0.6, scene.level / (scene.mean + 1e-6) - 0.9));
  scene.lean += (lean - scene.lean) * 0.05;
  drawRain(time / 1000, rate);
}

function drawRain(time, rate) {
  const c = front(), { width, height } = scene;
  const strength = get(named('rainfall'), now()), heavy = Math.min(1, Math.max(0, Math.log10(strength / 0.3) / 2.4));
  c.clearRect(0, 0, width, height);
  c.lineCap = 'round';
  drawFlash(c, rate);
  if (!scene.isCloth && !scene.isPane && scene.look.back !== 'cave' && scene.look.back !== 'tumbler') drawMist(c, time, heavy);
  drawFar(c, time, heavy);
  if (scene.isPane) drawPane(c, rate); else drawNear(c, rate);
}

// The light of a flash comes before its thunder, as bright as its distance lets it be.
function drawFlash(c, rate) {
  if (isCalm.matches) return;
  for (const { frame, distance } of scene.lit?.flashes ?? []) {
    const age = (scene.now - frame) / rate, light = 0.7 / (1 + distance / 3) * Math.exp(-age / shine.fall);
    if (age < 0 || light < 0.01) continue;
    c.fillStyle = `rgba(225, 230, 255, ${light.toFixed(3)})`;
    c.fillRect(0, 0, scene.width, scene.height);
  }
}

function drawMist(c, time, heavy) {
  const { width, height, horizon, mist } = scene;
  for (let k = 0; k < 4; k++) {
    const size = width * (1.1 + 0.3 * k), drift = ((time * (0.006 + 0.003 * k) * (1 + 6 * scene.lean) + k * 0.37) % 1.6 - 0.8) * width;
    c.globalAlpha = 0.1 + 0.5 * heavy * (0.55 + 0.15 * k);
    c.drawImage(mist, width / 2 - size / 2 + drift, horizon - height * (0.2 - 0.035 * k), size, height * 0.3);
  }
  c.globalAlpha = 1;
}

// Streaks of three depths, for the drops that one does not hear one by one.
function drawFar(c, time, heavy) {
  const { width, height, lean, colors, look } = scene;
  if (['tent', 'cave', 'tumbler'].includes(look.back)) return;
  c.save();
  c.clip(scene.opening);
  c.strokeStyle = colors.streak;
  for (let depth = 0; depth < 3; depth++) {
    const count = Math.round((30 + 300 * heavy ** 1.5) * [1, 0.7, 0.4][depth] * (0.4 + 0.6 * Math.min(1, width / height)));
    const length = height * [0.02, 0.035, 0.06][depth] * (0.7 + 0.6 * heavy), speed = [0.7, 1.05, 1.5][depth];
    c.globalAlpha = [0.14, 0.17, 0.2][depth] * (0.8 + 0.7 * heavy) * (scene.isPane ? 0.5 : 1);
    c.lineWidth = height * [0.0011, 0.0015, 0.002][depth];
    c.beginPath();
    for (let k = 0; k < count; k++) {
      // The golden ratio spreads them evenly; each has a speed of its own.
      const share = (k * 0.618034 + depth * 0.3) % 1, own = 0.85 + 0.3 * ((k * 0.754877) % 1);
      const y = ((time * speed * own + k * 0.569841) % 1) * (height * 1.15) - height * 0.1;
      const turn = Math.floor(time * speed * own + k * 0.569841);
      const x = ((share + turn * 0.381966) % 1) * width * 1.3 - width * 0.15 + (y - height / 2) * lean;
      c.moveTo(x, y);
      c.lineTo(x - length * lean, y - length);
    }
    c.stroke();
  }
  c.restore();
  c.globalAlpha = 1;
}

// The near drops: each falls, and splashes.
function drawNear(c, rate) {
  const { height, lean, colors, look } = scene, paths = { streak: [], ring: [], spark: [], stain: [] };
  // By how bright they are, in four steps: each step is drawn at once.
  const at = (kind, alpha) => paths[kind][Math.min(3, Math.floor(alpha * 4))] ??= new Path2D();
  for (const drop of scene.drops) {
    const time = (scene.now - drop.frame) / rate, { x, y, meter, force } = drop;
    if (time < 0) {
      if (time < -seen.before || scene.isCloth) continue;
      // What a shutter of 1/40 s lets one see of the fall.
      const above = -time * drop.speed * meter, length = Math.min(height * 0.16, drop.speed * meter / 40);
      if (above > y + length) continue;
      const path = at('streak', force);
      path.moveTo(x - above * lean, y - above);
      path.lineTo(x - (above + length) * lean, y - above - length);
    } else if (scene.isCloth) {
      // The cloth is wet and dark where it was struck, and shakes.
      const size = height * (0.002 + 0.006 * force) * (0.5 + 0.6 / Math.max(0.6, drop.distance)), share = time / 0.3;
      ellipse(at('stain', force * Math.min(1, time * 12) * (1 - time / seen.after)), x, y, size * (1 + 0.5 * time), size * (1 + 0.7 * time));
      if (share < 1) ellipse(at('ring', 0.5 * force * (1 - share)), x, y, size * (1 + 1.6 * share), size * (1 + 1.5 * share));
      if (share < 0.25) ellipse(at('spark', 1 - share * 4), x, y, size * 0.35, size * 0.35);
    } else if (drop.isWater) {
      for (let ring = 0; ring < 3; ring++) {
        const share = (time - 0.13 * ring) / 1.3;
        if (share <= 0 || share > 1) continue;
        const size = meter * (0.02 + 0.16 * force) * (0.15 + share) * (1 - 0.2 * ring);
        ellipse(at('ring', (0.35 + 0.65 * force) * (1 - share) ** 1.5), x, y, size, size * 0.32);
      }
      sparks(at, drop, time, 0.5);
    } else {
      const share = time / 0.32;
      if (share < 1) {
        const size = meter * (0.015 + 0.05 * force) * Math.sqrt(share);
        ellipse(at('ring', force * 0.8 * (1 - share)), x, y, size, size * 0.3);
      }
      sparks(at, drop, time, look.back === 'tin' ? 1.7 : 1);
    }
  }
  c.fillStyle = colors.stain;
  paths.stain.forEach((path, k) => { c.globalAlpha = 0.06 + 0.07 * k; c.fill(path); });
  c.strokeStyle = colors.streak;
  paths.streak.forEach((path, k) => { c.globalAlpha = 0.25 + 0.2 * k; c.lineWidth = height * (0.0014 + 0.0007 * k); c.stroke(path); });
  c.strokeStyle = colors.splash;
  paths.ring.forEach((path, k) => { c.globalAlpha = 0.14 + 0.2 * k; c.lineWidth = height * 0.0018; c.stroke(path); });
  c.fillStyle = colors.splash;
  paths.spark.forEach((path, k) => { c.globalAlpha = 0.25 + 0.22 * k; c.fill(path); });
  c.globalAlpha = 1;
}

function ellipse(path, x, y, rx, ry) {
  path.moveTo(x + rx, y);
  path.ellipse(x, y, rx, ry, 0, 0, 6.2832);
}

// Droplets that leap from where a drop has struck, and fall back.
function sparks(at, drop, time, height) {
  if (time > 0.34) return;
  const count = 3 + Math.round(4 * drop.force), path = at('spark', drop.force * (1 - time * 2.4));
  for (let k = 0; k < count; k++) {
    const angle = (k + drop.turn) / count * 6.2832, fast = 0.7 + 0.6 * ((k * 0.618 + drop.turn) % 1);
    const up = (1.5 * fast * time - 4.9 * time * time) * drop.force * height;
    if (up < 0) continue;
    const x = drop.x + Math.cos(angle) * 0.36 * fast * time * drop.meter, y = drop.y + Math.sin(angle) * 0.1 * time * drop.meter - up * drop.meter;
    const size = Math.max(0.7, drop.meter * 0.0035 * (0.5 + drop.force));
    path.rect(x - size / 2, y - size / 2, size, size);
  }
}

/* ----------------------------------------------------------- panes of glass */

// A drop on a pane shows the world upside down: dark above, bright below.
function bead(look) {
  const canvas = element('canvas', { width: 64, height: 64 }), c = canvas.getContext('2d');
  const fill = c.createLinearGradient(0, 6, 0, 58);
  fill.addColorStop(0, clear(mixed(look.land, '#000000', 0.3), 0.85));
  fill.addColorStop(0.55, clear(mixed(look.land, look.sky[1], 0.5), 0.5));
  fill.addColorStop(1, clear(mixed(look.sky[1], look.glow, 0.7), 0.95));
  c.fillStyle = fill;
  c.beginPath();
  c.ellipse(32, 32, 25, 27, 0, 0, 6.3);
  c.fill();
  c.strokeStyle = '#00000055';
  c.stroke();
  c.fillStyle = '#ffffffd0';
  c.beginPath();
  c.ellipse(24, 20, 4.5, 6, -0.5, 0, 6.3);
  c.fill();
  return canvas;
}

function stamp(x, y, size) { scene.glass.drawImage(scene.bead, x - size, y - size * 1.08, 2 * size, 2.16 * size); }

// The drops that were there before.
function bedew() {
  const random = chance(11), unit = Math.min(scene.width, scene.height);
  for (let k = 0; k < 700; k++) {
    stamp(random() * scene.width, random() * scene.height, unit * (0.0012 + 0.011 * random() ** 5));
  }
}

function drawPane(c, rate) {
  const { glass, height, runs, colors } = scene, unit = Math.min(scene.width, height);
  for (const drop of scene.drops) {
    const time = (scene.now - drop.frame) / rate;
    if (time < 0) continue;
    const size = unit * (0.0018 + 0.0026 * drop.diameter * (0.4 + 0.6 * drop.force));
    if (!drop.isStamped) {
      drop.isStamped = true;
      stamp(drop.x, drop.y, size);
      for (let k = 0; k < 4; k++) {
        const angle = 6.28 * (k / 4 + drop.turn);
        stamp(drop.x + Math.cos(angle) * size * 2.4, drop.y + Math.sin(angle) * size * 2, size * 0.22);
      }
      if (size > unit * 0.0085 && runs.length < 9) runs.push({ x: drop.x, y: drop.y, size: size * 0.9, turn: drop.turn, way: 0 });
    }
    if (time < 0.18) {
      c.globalAlpha = 0.5 * (1 - time / 0.18);
      c.strokeStyle = colors.splash;
      c.lineWidth = height * 0.0015;
      c.beginPath();
      c.arc(drop.x, drop.y, size * (1 + time * 14), 0, 6.3);
      c.stroke();
    }
  }
  // Heavy ones run down, and take along what they meet.
  for (const run of runs) {
    run.turn += 0.05;
    const pace = Math.max(0, Math.sin(run.turn * 5) + 0.4) * unit * 0.004;
    glass.globalCompositeOperation = 'destination-out';
    glass.fillStyle = '#000000';
    glass.beginPath();
    glass.ellipse(run.x, run.y, run.size * 0.95, run.size * 1.1, 0, 0, 6.3);
    glass.fill();
    glass.globalCompositeOperation = 'source-over';
    run.way -= pace;
    if (run.way < 0) {
      stamp(run.x + run.size * 0.3 * Math.sin(run.turn * 31), run.y - run.size * 1.2, run.size * (0.15 + 0.15 * ((run.turn * 7) % 1)));
      run.way = run.size * (3 + 9 * ((run.turn * 13) % 1));
      run.size *= 0.985;
    }
    run.x += Math.sin(run.turn * 3 + run.y * 0.02) * pace * 0.2;
    run.y += pace;
    stamp(run.x, run.y, run.size);
  }
  scene.runs = runs.filter(({ y, size }) => y < height * 1.02 && size > unit * 0.003);
  // What hangs there dries, or there would be no room.
  if ((scene.dried ?? 0) + 1.5 * rate < scene.now || scene.now < scene.dried) {
    scene.dried = scene.now;
    glass.globalCompositeOperation = 'destination-out';
    glass.fillStyle = '#00000010';
    glass.fillRect(0, 0, scene.width, height);
    glass.globalCompositeOperation = 'source-over';
  }
  c.globalAlpha = 1;
  c.drawImage(glass.canvas, 0, 0);
}

/* ------------------------------------------------------------------- the mist */

function mist(look) {
  const canvas = element('canvas', { width: 256, height: 64 }), c = canvas.getContext('2d'), random = chance(5);
  for (let k = 0; k < 14; k++) {
    const x = 40 + 176 * random(), y = 22 + 20 * random(), size = 14 + 26 * random();
    const gradient = c.createRadialGradient(0, 0, 0, 0, 0, 1);
    gradient.addColorStop(0, clear(mixed(look.sky[1], look.glow, 0.3), 0.22));
    gradient.addColorStop(1, clear(look.sky[1], 0));
    c.setTransform(size * 1.5, 0, 0, size * 0.55, x, y);
    c.fillStyle = gradient;
    c.fillRect(-1, -1, 2, 2);
  }
  return canvas;
}

/* -------------------------------------------------------------- the start */

function startScene() {
  new ResizeObserver(() => { paintScene(); drawStill(); }).observe($('scene'));
  isCalm.addEventListener('change', drawStill);
  paintCards();
  requestAnimationFrame(drawFrame);
}

// The pictures of the cards, one in a turn, so that the page is not kept waiting.
function paintCards() {
  const canvases = [...document.querySelectorAll('.cards canvas')];
  const next = () => {
    const canvas = canvases.shift();
    if (!canvas) return;
    const c = canvas.getContext('2d'), name = canvas.previousSibling.value;
    [canvas.width, canvas.height] = [480, 300];
    const handle = made({ name }, {}), surface = named('surface');
    paint(c, canvas.width, canvas.height, lookOf(isPlace(name) ? 'steady' : name, isPlace(name) ? name : '', surface.words[get(surface, 0, handle)].name));
    engine.free(handle);
    setTimeout(next, 20);
  };
  next();
}
