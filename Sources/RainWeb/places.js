// Where one is, behind a weather.
const wheres = { open: 'in the open', street: 'in a street', forest: 'in a wood', puddles: 'on puddles', window: 'behind a window',
  car: 'in a car', umbrella: 'under an umbrella', tent: 'in a tent', 'tin-roof': 'under a tin roof' };
// What a weather or a place looks like: what stands behind, the light above and at the horizon, the land, and how high the horizon is.
const field = { back: 'field', sky: ['#46586a', '#c2cbc9'], land: '#2c3b38', glow: '#e8ecdf', horizon: 0.5 };
const looks = {
  steady: field,
  open: field,
  drizzle: { ...field, sky: ['#75879a', '#e4e3d8'], land: '#5a6c6a' },
  light: { ...field, sky: ['#557291', '#f2d6b3'], land: '#42574a', glow: '#ffe2b0' },
  downpour: { ...field, sky: ['#1f2a34', '#7b898c'], land: '#1f2b2b' },
  tropical: { back: 'field', sky: ['#22413c', '#a3bd98'], land: '#16302a', glow: '#dff0c0', horizon: 0.52 },
  shower: { ...field, sky: ['#2f4a6b', '#f0c48f'], land: '#2d3f38', glow: '#ffd79a' },
  storm: { ...field, sky: ['#12141f', '#6d6577'], land: '#17191f', glow: '#b7a9b8' },
  night: { back: 'field', sky: ['#03060d', '#16263c'], land: '#070c12', glow: '#8fb0d8', horizon: 0.52, moon: true },
  street: { back: 'street', sky: ['#1d2340', '#d98a5e'], land: '#191c26', glow: '#ffc47a', horizon: 0.5 },
  forest: { back: 'forest', sky: ['#1c332d', '#9cb494'], land: '#12221c', glow: '#dcebc0', horizon: 0.56 },
  puddles: { ...field, back: 'lake', sky: ['#3d5068', '#d8c9b4'], land: '#29353a', glow: '#ffe6c0', horizon: 0.42 },
  window: { back: 'pane', sky: ['#141d33', '#a5664a'], land: '#0c1018', glow: '#ffbe78', horizon: 0.6 },
  car: { back: 'car', sky: ['#0b101c', '#3d4766'], land: '#07090d', glow: '#ff9d6b', horizon: 0.6 },
  umbrella: { back: 'umbrella', sky: ['#28304a', '#c99a86'], land: '#1a1d26', glow: '#ffcf9a', horizon: 0.62 },
  tent: { back: 'tent', sky: ['#2b1a10', '#d9883f'], land: '#140c07', glow: '#ffd08a', horizon: 0.8 },
  'tin-roof': { back: 'tin', sky: ['#2c2c4c', '#e8976c'], land: '#2a2a30', glow: '#ffc9a0', horizon: 0.36 },
  'cave-drips': { back: 'cave', sky: ['#04070a', '#23434f'], land: '#05080a', glow: '#9fe0ea', horizon: 0.46 },
  'water-glass': { back: 'tumbler', sky: ['#120b08', '#6a4028'], land: '#0d0806', glow: '#ffd9a8', horizon: 0.36 },
  bubbles: field,
};
// What stands behind where the surface was changed by hand, or a file has another one.
const backs = { open: 'field', water: 'lake', ground: 'field', concrete: 'street', leaves: 'forest', wood: 'tin',
  metal: 'tin', glass: 'pane', fabric: 'tent', roof: 'car' };
const boards = { sheets: ['#1c120c', '#7a5a44'] };
const fits = { field: ['open', 'ground'], street: ['concrete', 'open'], forest: ['leaves', 'open'], lake: ['water'], tin: ['metal'],
  umbrella: ['fabric'], cave: ['water'], tumbler: ['water'] };

// The sky and the light of a weather over a place: half of each.
function lookOf(weather, place, surface) {
  const sky = looks[weather] ?? field, land = looks[place] ?? sky;
  const look = land === sky || land === field ? sky : sky === field ? land : { ...land, glow: mixed(land.glow, sky.glow, 0.5),
    sky: land.sky.map((color, k) => mixed(color, sky.sky[k], 0.5)) };
  return (fits[look.back] ?? Object.keys(backs).filter((one) => backs[one] === look.back)).includes(surface)
    ? look : { ...look, back: backs[surface], horizon: { tin: 0.36, lake: 0.42 }[backs[surface]] ?? 0.5, ...surface === 'wood' && boards };
}

// Numbers by chance, the same for the same picture.
const chance = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const channelsOf = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
const mixed = (a, b, share) => {
  const [from, to] = [channelsOf(a), channelsOf(b)];
  return `#${from.map((x, k) => Math.round(x + (to[k] - x) * share).toString(16).padStart(2, '0')).join('')}`;
};
const clear = (color, alpha) => color + Math.round(255 * Math.min(1, Math.max(0, alpha))).toString(16).padStart(2, '0');

// Paints a still picture of a place, `width` to `height`.
function paint(c, width, height, look) {
  const random = chance(7), horizon = height * look.horizon, [top, low] = look.sky;
  const fade = (x0, y0, x1, y1, ...stops) => {
    const gradient = c.createLinearGradient(x0, y0, x1, y1);
    stops.forEach(([place, color]) => gradient.addColorStop(place, color));
    return gradient;
  };
  const box = (fill, x, y, w, h) => { c.fillStyle = fill; c.fillRect(x, y, w, h); };
  // A soft spot of light or mist.
  const spot = (x, y, rx, ry, color, alpha) => {
    const gradient = c.createRadialGradient(0, 0, 0, 0, 0, 1);
    [[0, 1], [0.35, 0.62], [0.7, 0.18], [1, 0]].forEach(([place, share]) => gradient.addColorStop(place, clear(color, alpha * share)));
    c.save();
    c.translate(x, y);
    c.scale(rx, ry);
    c.fillStyle = gradient;
    c.fillRect(-1, -1, 2, 2);
    c.restore();
  };
  const shape = (fill, points) => {
    c.fillStyle = fill;
    c.beginPath();
    points.forEach(([x, y], k) => k ? c.lineTo(x, y) : c.moveTo(x, y));
    c.fill();
  };
  // A line along the path of an SVG.
  const line = (color, thickness, path) => {
    [c.strokeStyle, c.lineWidth] = [color, thickness];
    c.stroke(new Path2D(path));
  };
  const sky = (end = horizon) => {
    box(fade(0, 0, 0, end, [0, top], [0.62, mixed(top, low, 0.62)], [1, low]), 0, 0, width, end + 1);
    spot(width * 0.62, end, width * 0.6, height * 0.28, look.glow, 0.5);
    for (let k = 0; k < 26; k++) {
      const y = random() * end * 0.75;
      spot(random() * width, y, width * (0.12 + 0.25 * random()), end * (0.05 + 0.1 * random()),
        random() < 0.6 ? mixed(top, '#000000', 0.25) : low, 0.13 + 0.12 * random());
    }
  };
  // A line of hills or trees, made of waves of shorter and shorter length.
  const ridge = (base, size, color, rough = 0.5, end = horizon) => {
    const phases = Array.from({ length: 7 }, () => 6.28 * random());
    const points = [[0, end + 2]];
    for (let x = 0; x <= width + 4; x += 4) {
      let y = 0;
      phases.forEach((phase, k) => { y += rough ** k * Math.sin(x / width * 3.1 * 1.9 ** k + phase); });
      points.push([x, base - size * (0.6 + 0.5 * y)]);
    }
    shape(color, [...points, [width + 4, end + 2]]);
  };
  const hills = () => {
    ridge(horizon - height * 0.03, height * 0.06, mixed(low, look.land, 0.25), 0.4);
    spot(width * 0.4, horizon - height * 0.02, width * 0.8, height * 0.05, low, 0.5);
    ridge(horizon - height * 0.01, height * 0.035, mixed(low, look.land, 0.5), 0.5);
    spot(width * 0.7, horizon, width * 0.7, height * 0.04, low, 0.5);
    ridge(horizon + height * 0.004, height * 0.02, mixed(low, look.land, 0.78), 0.72);
  };
  const ground = (share = 0.35) =>
    box(fade(0, horizon, 0, height, [0, mixed(look.land, low, share)], [0.35, look.land], [1, mixed(look.land, '#000000', 0.45)]),
      0, horizon, width, height - horizon);
  // Wet places that mirror the sky, larger the nearer.
  const puddles = (count, alpha) => {
    for (let k = 0; k < count; k++) {
      const depth = random() ** 1.6, y = horizon + (height - horizon) * (0.06 + 0.9 * depth);
      spot(random() * width, y, width * (0.05 + 0.22 * depth), (height - horizon) * (0.008 + 0.05 * depth), mixed(low, look.glow, 0.4), alpha);
    }
  };
  // Tufts of grass, larger and darker the nearer.
  const grass = () => {
    for (let k = 0; k < 340; k++) {
      const depth = (k / 340) ** 2.2, y = horizon + (height - horizon) * (0.1 + 1.05 * depth), x0 = random() * width;
      const size = height * (0.006 + 0.07 * depth);
      let path = '';
      for (let n = 0; n < 7; n++) {
        const x = x0 + (random() - 0.5) * size * 0.9, tall = size * (0.5 + 0.6 * random());
        path += `M${x} ${y}Q${x + tall * 0.05} ${y - tall * 0.6} ${x + tall * 0.55 * (random() - 0.42)} ${y - tall}`;
      }
      line(clear(mixed(mixed(look.land, low, 0.32 * (1 - depth)), '#000000', 0.15 + 0.3 * random()), 0.3 + 0.5 * depth),
        Math.max(1, height * 0.0022 * depth), path);
    }
  };
  // A lamp, its halo, and its long mirror image in what is wet.
  const lamp = (x, y, size, color, mirror) => {
    spot(x, y, size * 9, size * 9, color, 0.34);
    spot(x, y, size * 2.4, size * 2.4, '#fff4dc', 0.95);
    if (mirror) spot(x, horizon + (height - horizon) * 0.4, size * 3.2, (height - horizon) * 0.5, color, 0.33);
  };
  // Lights out of focus, as behind a wet pane.
  const bokeh = (count, colors, from, to) => {
    for (let k = 0; k < count; k++) {
      const size = Math.min(width, height) * (0.015 + 0.05 * random()), x = random() * width, y = height * (from + (to - from) * random());
      const color = colors[Math.floor(random() * colors.length)];
      c.globalAlpha = 0.16 + 0.4 * random();
      c.fillStyle = color;
      c.beginPath();
      c.arc(x, y, size, 0, 6.3);
      c.fill();
      c.globalAlpha = 1;
      spot(x, y, size * 4, size * 4, color, 0.16);
    }
  };
  // Darkens the edges.
  const dark = (alpha) => {
    const gradient = c.createRadialGradient(width / 2, height / 2, Math.min(width, height) * 0.3, width / 2, height / 2, Math.hypot(width, height) * 0.6);
    gradient.addColorStop(0, '#00000000');
    gradient.addColorStop(1, clear('#000000', alpha));
    box(gradient, 0, 0, width, height);
  };

  const painters = {
    field() {
      sky();
      if (look.moon) {
        spot(width * 0.72, height * 0.2, height * 0.3, height * 0.3, look.glow, 0.3);
        spot(width * 0.72, height * 0.2, height * 0.035, height * 0.035, '#f4f8ff', 0.9);
      }
      hills();
      ground();
      puddles(16, 0.22);
      grass();
    },
    lake() {
      sky();
      hills();
      box(fade(0, horizon, 0, height, [0, mixed(low, look.land, 0.25)], [0.3, mixed(top, low, 0.35)], [1, mixed(top, '#000000', 0.45)]),
        0, horizon, width, height);
      spot(width * 0.62, horizon, width * 0.35, (height - horizon) * 0.9, look.glow, 0.4);
    },
    street() {
      sky();
      const lit = ['#ffcf8a', '#ffb566', '#ffe2b0', '#cfe0ff'];
      for (const [depth, count] of [[0.55, 9], [0.9, 7]]) {
        let x = -width * 0.05;
        const color = mixed(low, look.land, depth);
        for (let k = 0; k < count; k++) {
          const w = width * (1.15 / count) * (0.7 + 0.6 * random()), middle = Math.abs((x + w / 2) / width - 0.5) * 2;
          const h = height * (0.1 + 0.3 * depth * middle ** 1.2 + 0.06 * random());
          box(color, x, horizon - h, w + 1, h + 2);
          shape(color, [[x - 2, horizon - h], [x + w / 2, horizon - h - height * 0.035], [x + w + 2, horizon - h]]);
          const step = height * 0.032;
          for (let yy = horizon - h + step; yy < horizon - step; yy += step * 1.35) {
            for (let xx = x + step * 0.6; xx < x + w - step; xx += step * 1.1) {
              if (random() < 0.3) {
                const window = lit[Math.floor(random() * lit.length)];
                box(clear(window, 0.55 + 0.45 * random()), xx, yy, step * 0.5, step * 0.72);
                if (depth > 0.8) spot(xx + step / 4, horizon + (height - horizon) * (0.15 + 0.25 * random()), step * 0.5, height * 0.1, window, 0.25);
              }
            }
          }
          x += w;
        }
      }
      ground(0.3);
      spot(width * 0.5, horizon, width * 0.24, (height - horizon) * 0.9, low, 0.5);
      puddles(14, 0.2);
      // Kerbs, and the line in the middle of the road.
      for (const side of [0, 1]) {
        const kerb = [[width * (0.36 + 0.28 * side), horizon], [width * side, horizon + height * 0.3]];
        shape(mixed(look.land, low, 0.3), [...kerb, [width * side, horizon]]);
        line(mixed(look.land, look.glow, 0.45), Math.max(2, height * 0.006), `M${kerb.join('L')}`);
      }
      for (let k = 0; k < 6; k++) {
        const y = (depth) => horizon + (height - horizon) * depth ** 2, [far, near] = [(k + 0.4) / 6, (k + 0.9) / 6], half = width * 0.014;
        shape(clear(look.glow, 0.35), [[width / 2 - half * far ** 2, y(far)], [width / 2 + half * far ** 2, y(far)],
          [width / 2 + half * near ** 2, y(near)], [width / 2 - half * near ** 2, y(near)]]);
      }
      for (const [x, size] of [[0.12, 1], [0.28, 0.5], [0.34, 0.3], [0.66, 0.3], [0.72, 0.5], [0.88, 1]]) {
        const y = horizon - height * 0.3 * size, foot = horizon + height * 0.1 * size ** 2;
        box(mixed(look.land, '#000000', 0.5), width * x - size * 1.5, y, Math.max(1, size * height * 0.005), foot - y);
        lamp(width * x, y, height * 0.008 * size, look.glow, true);
      }
    },
    forest() {
      box(fade(0, 0, 0, height, [0, top], [0.55, low], [0.75, mixed(low, look.land, 0.6)], [1, look.land]), 0, 0, width, height);
      spot(width * 0.55, height * 0.3, width * 0.45, height * 0.42, look.glow, 0.7);
      for (const depth of [0.2, 0.42, 0.68, 1]) {
        const color = mixed(low, mixed(look.land, '#000000', 0.25), depth), count = Math.round(width / height * (16 - 11 * depth));
        for (let k = 0; k < count; k++) {
          const x = width * (k + random()) / count, w = height * (0.008 + 0.045 * depth ** 2) * (0.7 + 0.6 * random());
          if (depth === 1 && Math.abs(x / width - 0.5) < 0.22) continue;
          const lean = (random() - 0.5) * height * 0.06;
          shape(color, [[x - w, height * (0.55 + 0.4 * depth)], [x - w * 0.6 + lean, -5], [x + w * 0.6 + lean, -5], [x + w, height * (0.55 + 0.4 * depth)]]);
          for (let n = 0; n < 5 * depth + 2; n++) {
            spot(x + lean + (random() - 0.5) * height * 0.3, height * (0.02 + 0.24 * random()), height * 0.13 * (0.5 + random()), height * 0.05, color, 0.55);
          }
        }
        spot(width * random(), height * (0.5 + 0.14 * depth), width * 0.7, height * 0.1, low, 0.5 * (1 - depth * 0.7));
      }
      box(fade(0, height * 0.6, 0, height, [0, clear(look.land, 0)], [1, mixed(look.land, '#000000', 0.4)]), 0, height * 0.6, width, height);
    },
    // Sheets of tin, or boards, whose edges meet above the horizon.
    tin() {
      sky();
      hills();
      const [dark, bright] = look.sheets ?? ['#20242a', mixed('#aab4bb', low, 0.3)], lift = horizon - height * 0.3, count = 15, slices = 6;
      const at = (n, y) => width * (0.5 + n / count * 1.9 * (y - lift) / (height - lift));
      for (let k = -count * slices; k < count * slices; k++) {
        const share = (k + count * slices + 0.5) / slices % 1, [a, b] = [k / slices, (k + 1.15) / slices];
        shape(mixed(dark, bright, Math.sin(Math.PI * share) ** 1.5),
          [[at(a, height), height], [at(a, horizon), horizon], [at(b, horizon), horizon], [at(b, height), height]]);
      }
      box(fade(0, horizon, 0, height, [0, clear(low, 0.75)], [0.4, clear(look.land, 0.15)], [1, clear('#000000', 0.5)]), 0, horizon, width, height);
      spot(width * 0.62, horizon, width * 0.4, (height - horizon) * 0.75, look.glow, 0.25);
      // The ridge, where the sheets overlap, and the screws that hold them.
      box(fade(0, horizon - height * 0.012, 0, horizon + height * 0.015, [0, mixed(low, '#ffffff', 0.3)], [1, '#2c3036']),
        0, horizon - height * 0.012, width, height * 0.027);
      for (const depth of [0.14, 0.42, 0.9]) {
        const y = horizon + (height - horizon) * depth;
        box(clear('#000000', 0.5), 0, y, width, 1 + height * 0.006 * depth);
        for (let k = -count; k < count; k++) spot(at(k + 0.5, y), y - height * 0.02 * depth, height * 0.009 * depth, height * 0.007 * depth, '#20242a', 0.9);
      }
    },
    pane() {
      sky(height);
      bokeh(Math.round(26 + 20 * width / height), ['#ffb45e', '#ff8a5c', '#ffd9a0', '#7fb2ff', '#e05a4a', '#9ad0c0'], 0.42, 0.86);
      box(fade(0, height * 0.55, 0, height, [0, clear(look.land, 0)], [1, clear(look.land, 0.9)]), 0, height * 0.5, width, height);
      // The bars of the window.
      const bar = Math.max(8, Math.min(width, height) * 0.028), color = mixed(look.land, '#3a2a22', 0.5);
      for (const x of width > height ? [0, 1 / 3, 2 / 3, 1] : [0, 0.5, 1]) {
        box(fade(width * x - bar, 0, width * x + bar, 0, [0, color], [0.45, mixed(color, look.glow, 0.12)], [1, mixed(color, '#000000', 0.5)]), width * x - bar, 0, bar * 2, height);
      }
      box(color, 0, height * 0.3 - bar * 0.8, width, bar * 1.6);
      dark(0.55);
    },
    car() {
      sky(height);
      spot(width * 0.5, height * 0.5, width * 0.7, height * 0.2, look.sky[1], 0.7);
      bokeh(Math.round(22 + 16 * width / height), ['#ff5a4a', '#ff7a5c', '#ffd9a0', '#ffffff', '#7fb2ff', '#58c08a'], 0.34, 0.62);
      // The windscreen is what is left of the dark.
      const frame = openingOf('car', width, height);
      frame.rect(0, 0, width, height);
      c.fillStyle = look.land;
      c.fill(frame, 'evenodd');
      dark(0.5);
    },
    tent() {
      box(fade(0, 0, 0, height, [0, mixed(top, low, 0.5)], [0.55, low], [0.85, mixed(top, low, 0.55)], [1, top]), 0, 0, width, height);
      spot(width * 0.5, height * 0.66, width * 0.5, height * 0.5, look.glow, 0.75);
      // The door stands open a little.
      shape(fade(0, height * 0.42, 0, height, [0, '#1d2a3a'], [0.6, '#5c7282'], [0.62, '#1c2a26'], [1, '#0d1412']),
        [[width * 0.5, height * 0.42], [width * 0.41, height], [width * 0.6, height]]);
      dark(0.6);
    },
    umbrella() {
      painters.street();
      const x0 = width * 0.5, y0 = -height * 0.06, r = Math.max(width * 0.62, height * 0.5), depth = height * 0.52, ribs = 8;
      const rim = (k) => [x0 + r * Math.cos(Math.PI * k / ribs), y0 + depth * (0.55 + 0.45 * Math.sin(Math.PI * k / ribs))];
      for (let k = 0; k < ribs; k++) {
        const [a, b] = [rim(k), rim(k + 1)], middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - height * 0.045];
        c.fillStyle = fade(x0, y0, ...middle, [0, '#12161f'], [0.6, k % 2 ? '#6d2c34' : '#5a232c'], [1, k % 2 ? '#a2454a' : '#8a3a42']);
        c.fill(new Path2D(`M${x0} ${y0}L${a}Q${middle} ${b}`));
      }
      for (let k = 0; k <= ribs; k++) line('#0b0d12', Math.max(2, height * 0.004), `M${x0} ${y0}L${rim(k)}`);
    },
    cave() {
      box(fade(0, 0, 0, height, [0, top], [look.horizon, mixed(top, low, 0.6)], [1, mixed(top, '#000000', 0.3)]), 0, 0, width, height);
      spot(width * 0.56, height * 0.08, width * 0.2, height * 0.6, look.glow, 0.5);
      spot(width * 0.56, horizon, width * 0.5, height * 0.12, low, 0.8);
      box(fade(0, horizon, 0, height, [0, low], [0.4, mixed(top, low, 0.45)], [1, top]), 0, horizon, width, height);
      spot(width * 0.56, horizon + (height - horizon) * 0.3, width * 0.22, (height - horizon) * 0.8, look.glow, 0.42);
      for (const [share, size] of [[0.5, 0.75], [0.15, 1]]) {
        const color = mixed(look.land, low, share * 0.4);
        const points = [[0, 0]];
        for (let x = 0; x <= width; x += width / 60) {
          const side = Math.abs(x / width - 0.54) * 2;
          points.push([x, horizon * size * (0.12 + 0.75 * side ** 1.6) + height * 0.1 * (random() ** 3) * (1.3 - side)]);
        }
        shape(color, [...points, [width, 0]]);
      }
      dark(0.6);
    },
    // A glass of water by candlelight; its water is as wide as the drops fall.
    tumbler() {
      box(fade(0, 0, 0, height, [0, top], [0.62, mixed(top, low, 0.6)], [0.64, mixed(look.land, low, 0.5)], [1, look.land]), 0, 0, width, height);
      bokeh(9, ['#ffb45e', '#ff9a4c', '#ffd9a0'], 0.1, 0.5);
      lamp(width * 0.82, height * 0.34, height * 0.012, '#ffb45e', false);
      const { x, y, rx, ry } = tumblerOf(width, height), foot = height * 0.94;
      spot(x, foot, rx * 1.7, ry * 1.2, '#000000', 0.7);
      const side = [[x - rx * 1.04, y - height * 0.13], [x - rx * 0.8, foot], [x + rx * 0.8, foot], [x + rx * 1.04, y - height * 0.13]];
      shape(fade(x - rx, 0, x + rx, 0, [0, clear(look.glow, 0.3)], [0.1, clear(look.glow, 0.06)], [0.85, clear(look.glow, 0.08)], [1, clear(look.glow, 0.42)]), side);
      shape(fade(0, y, 0, foot, [0, clear(mixed(low, look.glow, 0.4), 0.5)], [1, clear(low, 0.2)]), [[x - rx, y], [x - rx * 0.78, foot - ry * 0.2], [x + rx * 0.78, foot - ry * 0.2], [x + rx, y]]);
      c.fillStyle = fade(x - rx, 0, x + rx, 0, [0, mixed(low, '#000000', 0.5)], [0.7, mixed(low, look.glow, 0.35)], [1, mixed(low, look.glow, 0.75)]);
      c.fill(new Path2D(`M${x - rx} ${y}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0`));
      const [wide, brim] = [rx * 1.04, y - height * 0.13];
      line(clear(look.glow, 0.6), Math.max(1, height * 0.002), `M${x - wide} ${brim}a${wide} ${ry} 0 0 1 ${2 * wide} 0a${wide} ${ry} 0 0 1 ${-2 * wide} 0`
        + `M${x + rx * 0.8} ${foot}a${rx * 0.8} ${ry * 0.5} 0 0 1 ${-1.6 * rx} 0`);
      dark(0.6);
    },
  };
  painters[look.back]();
}

const tumblerOf = (width, height) => {
  const rx = Math.min(width * 0.36, height * 0.34);
  return { x: width * 0.5, y: height * 0.47, rx, ry: rx * 0.27 };
};

// Where one sees the rain past what stands around: through panes, a windscreen, or below an umbrella. Elsewhere it is all.
function openingOf(back, width, height) {
  const path = new Path2D(), bar = Math.max(8, Math.min(width, height) * 0.028), columns = width > height ? 3 : 2;
  const outline = { car: 'M.06 .7Q.5 .63 .94 .7L.86 .09Q.5 .05 .14 .09Z', umbrella: 'M0 .25L.25 .4 .5 .47 .75 .4 1 .25V1H0Z' }[back];
  if (outline) path.addPath(new Path2D(outline), new DOMMatrix([width, 0, 0, height, 0, 0]));
  else if (back !== 'pane') path.rect(0, 0, width, height);
  else {
    for (let k = 0; k < columns; k++) {
      const x = width * k / columns + bar, wide = width / columns - 2 * bar;
      path.rect(x, 0, wide, height * 0.3 - bar * 0.8);
      path.rect(x, height * 0.3 + bar * 0.8, wide, height);
    }
  }
  return path;
}
