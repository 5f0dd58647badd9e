/* ----------------------------------------------------- a rain that passes */

// The curve of a storm, and where one is in it.
let stormDrawn = null, isSeeking = false;

function drawStorm() {
  $('storm').hidden = !facts.storm;
  if (!facts.storm) return;
  const { setting, numbers } = facts.storm;
  if (stormDrawn !== facts.storm) {
    stormDrawn = facts.storm;
    const path = numbers.map((number, k) => `${k ? 'L' : 'M'}${4 * k} ${(76 - 0.072 * placeOf(setting, number)).toFixed(1)}`).join('');
    $('storm').querySelector('path').setAttribute('d', path);
    $('storm-high').textContent = `${setting.title}: up to ${textOf(setting, Number(Math.max(...numbers).toPrecision(2)))}`;
    $('storm-end').textContent = clock(facts.duration);
    $('place').max = Math.floor(facts.duration);
  }
  $('pass-on').hidden = !isStill();
  showPlace();
}

function showPlace() {
  if (!facts.storm) return;
  const time = Math.min(now(), facts.duration);
  const text = `${spaced(facts.title)}: ${clock(time)} of ${clock(facts.duration)}`;
  if ($('storm-title').textContent !== text) $('storm-title').textContent = text;
  if (!isSeeking) $('place').value = time;
  $('place').setAttribute('aria-valuetext', `${clock(time)} of ${clock(facts.duration)}`);
  const x = 600 * time / facts.duration, line = $('storm').querySelector('line');
  line.setAttribute('x1', x);
  line.setAttribute('x2', x);
}

const hasPassed = () => !!facts.storm && !isStill() && now() >= facts.duration;

function listenToStorm() {
  $('place').oninput = () => { isSeeking = true; };
  $('place').onchange = () => {
    isSeeking = false;
    begin(Math.round($('place').value * audio.sampleRate), 0.3);
  };
  $('pass-on').onclick = () => attempt(passOn);
}
