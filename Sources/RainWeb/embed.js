/* --------------------------------------------------- within another page */

// A message of the page around this one sets what it names, in this order; each change here is told to that page.
const isEmbedded = () => document.body.classList.contains('embed');
const orders = {
  weather: (name) => isPlace(name) ? fail(`${name} is a place`) : pick(`${name}`),
  place: (name) => isPlace(name) ? pick(name) : fail(`no place is called ${name}`),
  rainfall: (number) => change(named('rainfall'), numberOf(named('rainfall'), `${number}`)),
  volume(number) {
    if (typeof number !== 'number' || !(number >= 0 && number <= 100)) fail(`volume takes 0 to 100, not ${JSON.stringify(number)}`);
    $('volume').value = number;
    setVolume();
  },
  play: (isWanted) => isWanted === true ? play() : isWanted === false ? stop() : fail('play takes true or false'),
};

// One that comes while this page starts waits; one that names nothing of a rain is none of ours.
const isOurs = (name) => Object.hasOwn(orders, name) || named(name);
addEventListener('message', ({ source, data }) => ready.then(() => attempt(() => {
  if (!isEmbedded() || source !== parent || parent === window || Object(data) !== data || !Object.keys(data).some(isOurs)) return;
  say('');
  for (const name in data) if (!Object.hasOwn(orders, name)) fail(`a message has no ${name}; it has ${Object.keys(orders).join(', ')}`);
  for (const name in orders) if (name in data) orders[name](data[name]);
})));

let telling = 0;
function tell() {
  clearTimeout(telling);
  telling = setTimeout(() => {
    if (!isEmbedded() || !document.documentElement.dataset.ready) return;
    parent.postMessage({ rainsynth: { playing: isPlaying && !isTaken, weather: base.name, place: said.place ?? '',
      rainfall: get(named('rainfall'), now()), volume: +$('volume').value, says: $('status').textContent } }, '*');
  }, 20);
}
