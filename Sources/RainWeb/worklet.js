// Renders in the audio thread. Where the sound begins anew, the old rain fades out as the new one fades in.
class RainProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions }) {
    super();
    this.engine = new Engine(new WebAssembly.Module(processorOptions.wasm));
    this.planes = this.engine.take(1024);
    this.old = this.rain = this.fade = this.faded = this.late = this.slowest = this.blocks = 0;
    this.isNew = true;
    this.port.onmessage = ({ data }) => this.receive(data);
  }

  receive(message) {
    const engine = this.engine;
    try {
      if (message.set) {
        engine.call('rain_set', this.rain, ...message.set);
      } else {
        const rain = engine.read(message.json, 'rain');
        if (message.frame === undefined) {
          engine.call('rain_glide', this.rain, rain, message.seconds);
          engine.free(rain);
        } else {
          engine.call('rain_option', rain, 'rate', `${sampleRate}`);
          engine.call('rain_option', rain, 'channels', message.ears ? 'binaural' : '2');
          engine.call('rain_start', rain, 1);
          engine.call('rain_seek', rain, BigInt(message.frame));
          engine.free(this.old);
          [this.old, this.rain] = [this.rain, rain];
          [this.fade, this.faded, this.isNew] = [Math.ceil(message.seconds * sampleRate), 0, true];
        }
      }
    } catch (error) {
      this.port.postMessage({ error: error.message });
    }
  }

  // The next frames of a rain, up to 128: left, and from the place 128 on right.
  render(rain, count) {
    const c = this.engine.c;
    // WebAssembly counts the frames of 12 hours; then the rain begins again.
    if (c.rain_render_planes(rain, this.planes, this.planes + 512, count) < count) this.engine.call('rain_seek', rain, 0n);
    if (this.view?.buffer !== c.memory.buffer) this.view = this.engine.floats(this.planes, 256);
    return this.view;
  }

  fill(left, right, from, count) {
    let frames = this.render(this.rain, count);
    left.set(frames.subarray(0, count), from);
    right.set(frames.subarray(128, 128 + count), from);
    if (!this.old) return;
    frames = this.render(this.old, count);
    for (let k = 0; k < count; k++) {
      // Of equal power, as two rains are different noises.
      const share = Math.min(1, (this.faded + k) / this.fade);
      const rise = Math.sqrt(share), fall = Math.sqrt(1 - share);
      left[from + k] = left[from + k] * rise + frames[k] * fall;
      right[from + k] = right[from + k] * rise + frames[128 + k] * fall;
    }
    this.faded += count;
    if (this.faded < this.fade) return;
    this.engine.free(this.old);
    this.old = 0;
  }

  process(inputs, [[left, right]]) {
    if (!this.rain) return true;
    const before = Date.now(), count = left.length;
    // A context may have other blocks than those of 128 frames: renderSizeHint.
    for (let from = 0; from < count; from += 128) this.fill(left, right, from, Math.min(128, count - from));
    const time = Date.now() - before;
    this.slowest = Math.max(this.slowest, time);
    if (time > count * 1000 / sampleRate) this.late++;
    if (this.blocks++ % Math.ceil(8192 / count) === 0 || this.isNew) {
      this.isNew = false;
      this.port.postMessage({
        frame: Number(this.engine.c.rain_frame(this.rain)), time: currentTime + count / sampleRate, late: this.late, slowest: this.slowest,
        blocks: this.blocks, memory: this.engine.c.memory.buffer.byteLength,
      });
    }
    return true;
  }
}
registerProcessor('rain', RainProcessor);
