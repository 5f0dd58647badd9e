/* -------------------------------------------------------------- the sound */

//     worklet ──▶ analyser ──▶ fade of play, stop and timer ──▶ volume of the listener ──▶ loudspeaker
let audio, node, analyser, fader, volume, frame = 0, isPlaying = false, isTaken = false, wakes = [], stopsAt = null;
// Where the sound was at a moment of the clock of the sound, in frames of the rain.
let heard = { frame: 0, time: 0 };
let hasEars = false;
const isBinaural = () => facts.channels === 'binaural';
const send = (message) => node?.port.postMessage(message);
const now = () => frame / (audio?.sampleRate ?? 44100);

// Sends the whole rain: gliding, or anew from a frame; at once where nothing sounds.
function begin(from, seconds = 2) {
  // A rain that sounds keeps its channels.
  if (isBinaural() !== hasEars) from ??= frame;
  hasEars = isBinaural();
  send({ json: Engine.encoded(engine.json(rain)), frame: from, seconds: isPlaying ? seconds : 0.01, ears: hasEars });
}

async function makeSound(wasm) {
  audio = new AudioContext({ latencyHint: 'playback' });
  if (!audio.audioWorklet) fail('from a server, sound needs https or localhost');
  try {
    // From a disk, browsers load a worklet from such an address, and not from a Blob.
    await audio.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(texts[1] + texts[2])}`);
  } catch (error) {
    fail(`The policy of this server forbids the page to sound; saved to a disk, it plays. (${error.message})`);
  }
  node = new AudioWorkletNode(audio, 'rain', { outputChannelCount: [2], numberOfInputs: 0, processorOptions: { wasm } });
  analyser = new AnalyserNode(audio, { fftSize: 4096, smoothingTimeConstant: 0.6 });
  fader = new GainNode(audio, { gain: 0 });
  volume = new GainNode(audio);
  node.connect(analyser).connect(fader).connect(volume).connect(audio.destination);
  setVolume();
  node.port.onmessage = ({ data }) => {
    if (data.error) return say(data.error);
    ({ frame } = data);
    heard = data;
    window.rainReport = data;
    showPlace();
    if (isPlaying && hasPassed() && stopsAt === null) {
      stop(4);
      say(`The ${facts.title} has passed.`);
    }
  };
  audio.onstatechange = noticeSilence;
  for (const event of ['focus', 'pointerdown', 'keydown', 'visibilitychange']) addEventListener(event, wake, true);
  begin(0, 0.05);
  audio.suspend();
}

// A call, a lock or a headset takes the sound away: then the page says so, and goes on when it may.
function noticeSilence() {
  isTaken = isPlaying && audio.state !== 'running';
  if (isTaken) say('The system has taken the sound away; it goes on when it may, or with Play.');
  else if (isPlaying && $('status').textContent.startsWith('The system')) say('It sounds again.');
  showPlay();
}
function wake() { if (isPlaying && !document.hidden && audio.state !== 'running') audio.resume(); }

// By ear: half the way of the slider is half as loud, -12 dB.
function setVolume() {
  volume?.gain.setTargetAtTime(($('volume').value / 100) ** 2, audio.currentTime, 0.02);
  tell();
}

// A fade as the command makes it, sin², on the clock of the sound, so that a page in the background ends in time.
function fade(to, length, delay = 0) {
  const [from, now] = [fader.gain.value, audio.currentTime];
  const curve = Float32Array.from({ length: 65 }, (_, k) => from + (to - from) * Math.sin(Math.PI / 2 * k / 64) ** 2);
  fader.gain.cancelScheduledValues(0);
  fader.gain.setValueAtTime(from, now);
  fader.gain.setValueCurveAtTime(curve, now + delay + 0.001, length);
}

function play() {
  if (!node) return say('Here it cannot sound: this page found no way to its loudspeaker.');
  if (navigator.audioSession) navigator.audioSession.type = 'playback';
  [isPlaying, isTaken] = [true, false];
  if (hasPassed()) begin(0, 0.3);
  wakes.forEach(clearTimeout);
  audio.resume();
  fade(1, 0.05);
  wakes = [setTimeout(setTimer, 200)];
  setTimeout(() => { if (isPlaying && audio.state !== 'running') noticeSilence(); }, 1500);
  showPlay();
}

function stop(length = 0.8) {
  [isPlaying, isTaken, stopsAt] = [false, false, null];
  wakes.forEach(clearTimeout);
  if (length > 0) fade(0, length);
  wakes = [setTimeout(() => { if (!isPlaying) audio.suspend(); }, length * 1000 + 200)];
  if ($('status').textContent.startsWith('The last')) say('');
  showPlay();
}

function setTimer() {
  wakes.forEach(clearTimeout);
  const length = 60 * $('timer').value;
  stopsAt = null;
  if (isPlaying && length) {
    const fading = Math.min(300, length / 3);
    fade(0, fading, length - fading);
    wakes = [setTimeout(() => { stop(0); say('The timer has ended.'); }, length * 1000 + 300)];
    stopsAt = performance.now() + 1000 * length;
    say(`The last ${clock(fading)} are ever softer.`);
  } else if (isPlaying) {
    fade(1, 0.05);
  }
  showLeft();
}

// The time that is left: of the timer, otherwise of a storm.
function showLeft() {
  let text = 'without an end';
  if (stopsAt !== null) text = `stops in ${clock(Math.max(0, stopsAt - performance.now()) / 1000)}`;
  else if (facts.storm && isStill()) text = 'stands still';
  else if (facts.storm) text = `${clock(Math.max(0, facts.duration - now()))} left of ${clock(facts.duration)}`;
  if ($('left').textContent !== text) $('left').textContent = text;
}

function showPlay() {
  const sounds = isPlaying && !isTaken;
  $('play').setAttribute('aria-pressed', sounds);
  $('play').querySelector('b').textContent = sounds ? 'Stop' : 'Play';
  document.body.classList.toggle('sounds', sounds);
  showLeft();
  tell();
  if (!navigator.mediaSession) return;
  navigator.mediaSession.playbackState = sounds ? 'playing' : 'paused';
  if (window.MediaMetadata) navigator.mediaSession.metadata = new MediaMetadata({ title: `Rain: ${facts.title}`, artist: 'rainsynth' });
  carry(sounds);
}

// Browsers show a session of media, and send it keys, only where an element plays: this one plays silence.
let carrier;
function carry(sounds) {
  if (!carrier) {
    if (!sounds) return;
    const rate = 8000, length = 10 * rate, quiet = made({ name: 'steady' }, {}, '1', '1');
    engine.call('rain_option', quiet, 'rate', `${rate}`);
    engine.call('rain_option', quiet, 'duration', `${length}`);
    const file = new Blob([partOfWave(quiet, 0), new Uint8Array(2 * length)], { type: 'audio/wav' });
    engine.free(quiet);
    carrier = element('audio', { loop: true, src: URL.createObjectURL(file) });
  }
  if (sounds) carrier.play().catch(() => {}); else carrier.pause();
}

function listenToKeysOfMedia() {
  const next = (step) => () => {
    const names = presets.filter(({ kind }) => kind === kindOf(base.name)).map(({ name }) => name);
    choose(names[(names.indexOf(base.name) + step + names.length) % names.length]);
  };
  const press = (isWanted) => () => { if (isWanted !== (isPlaying && !isTaken)) $('play').click(); };
  const actions = { play: press(true), pause: press(false), stop: press(false), nexttrack: next(1), previoustrack: next(-1) };
  for (const name in actions) navigator.mediaSession?.setActionHandler(name, actions[name]);
}
