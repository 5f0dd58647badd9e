'use strict';
const $ = (id) => document.getElementById(id);
const element = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
};
const svg = (name, attributes, text = '') => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return Object.assign(node, { textContent: text });
};

// Without groups, so that a comma or a point is always the decimal sign.
const local = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3, useGrouping: false });
const shown = (number) => local.format(number);
const typed = (text) => {
  const word = text.trim().replace(',', '.').replace('−', '-');
  return word === '' || Number.isNaN(+word) ? fail(`${text || 'nothing'} is not a number`) : +word;
};
const clock = (time) => {
  const [hours, rest] = [Math.floor(time / 3600), Math.floor(time % 3600)];
  const minutes = Math.floor(rest / 60), tail = `${rest % 60}`.padStart(2, '0');
  return hours ? `${hours}:${`${minutes}`.padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
};

/* ------------------------------------------------------------- the tables */

let engine;
// The settings by their numbers, the lists of them as people read them, and the presets.
const settings = [], lists = new Map(), presets = [];

function readTables() {
  const at = engine.take(64), c = engine.c;
  // All structures that a function of the engine gives by their number, as views.
  const each = function* (size, fill) {
    for (let number = 0; ; number++) {
      new DataView(c.memory.buffer).setUint32(at, size, true);
      if (!fill(number)) return;
      const view = new DataView(c.memory.buffer, at, size);
      yield {
        number, word: (place) => view.getUint32(place, true), float: (place) => view.getFloat64(place, true),
        text: (place) => engine.text(view.getUint32(place, true)),
      };
    }
  };
  for (const { number, word, float, text } of each(56, (number) => c.rain_setting_at(number, at))) {
    settings.push({
      number, isChoice: word(4), isRatio: word(8), words: [], low: float(16), high: float(24), standard: float(32),
      name: text(40), unit: text(44), summary: text(52),
    });
  }
  for (const setting of settings) {
    for (const { text, float } of each(16, (number) => c.rain_word_at(setting.number, number, at))) {
      setting.words.push({ name: text(4), number: float(8) });
    }
  }
  for (const { word, float, text } of each(32, (number) => c.rain_hand_at(number, at))) {
    const setting = Object.assign(settings[word(4)], { from: float(8), to: float(16), title: text(24) });
    lists.set(text(28), [...lists.get(text(28)) ?? [], setting]);
  }
  for (const { number, text } of each(12, (number) => c.rain_preset_at(number, at))) {
    presets.push({ name: text(4), summary: text(8), kind: c.rain_preset_kind(number) });
  }
  c.free(at);
}

// What a preset is: how it rains, where, or single drops.
const kindOf = (name) => presets.find((preset) => preset.name === name)?.kind;
const isPlace = (name) => kindOf(name) === 1, isDrops = (name) => kindOf(name) === 2;
const named = (name) => settings.find((setting) => setting.name === name);
const flag = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
// The number that a person wrote, or that of a word.
const numberOf = (setting, text) => setting.words.find((word) => word.name.toLowerCase() === text.trim().toLowerCase())?.number
  ?? (setting.isChoice ? fail(`${setting.name} takes one of ${setting.words.map(({ name }) => name).join(', ')}`) : typed(text));
const textOf = (setting, number) =>
  setting.isChoice ? setting.words[number].name : `${shown(number)}${setting.unit && ` ${setting.unit}`}`;

// The place of a number on a slider, 0 to 1000. A ratio that reaches 0 has it below its lowest ten thousandth.
const floorOf = (setting) => setting.from > 0 ? setting.from : setting.to / 1e4;
function placeOf(setting, number) {
  if (!setting.isRatio) return 1000 * (number - setting.from) / (setting.to - setting.from);
  const floor = floorOf(setting);
  return number < floor ? 0 : 1000 * Math.log(number / floor) / Math.log(setting.to / floor);
}
function numberAt(setting, place) {
  if (place <= 0) return setting.from;
  if (place >= 1000) return setting.to;
  const floor = floorOf(setting);
  const number = setting.isRatio
    ? floor * (setting.to / floor) ** (place / 1000)
    : setting.from + place / 1000 * (setting.to - setting.from);
  return Number(number.toPrecision(3));
}

// The word for a rainfall: the nearest on the scale.
function strength(number) {
  const distance = (word) => Math.abs(Math.log(word.number / number));
  return named('rainfall').words.reduce((a, b) => distance(b) < distance(a) ? b : a).name;
}
