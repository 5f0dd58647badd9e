// Renders in the audio thread. Where the sound begins anew, the old rain fades out as the new one fades in.
class RainProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions }) {
    super();
    this.engine = new Engine(new WebAssembly.Module(processorOptions.wasm));
    this.planes = this.engine.take(2 * 4 * 128);
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
          engine.call('rain_option', rain, 'channels', '2');
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

  render(rain, count) {
    const c = this.engine.c;
    // WebAssembly counts the frames of 12 hours; then the rain begins again.
    if (c.rain_render_planes(rain, this.planes, this.planes + 512, count) < count) this.engine.call('rain_seek', rain, 0n);
    if (!this.view || this.view.buffer !== this.engine.c.memory.buffer) {
      this.view = this.engine.floats(this.planes, 256);
    }
    return this.view;
  }

  process(inputs, [[left, right]]) {
    if (!this.rain) return true;
    const before = Date.now(), count = left.length;
    let frames = this.render(this.rain, count);
    for (let k = 0; k < count; k++) {
      left[k] = frames[k];
      right[k] = frames[128 + k];
    }
    if (this.old) {
      frames = this.render(this.old, count);
      for (let k = 0; k < count; k++) {
        // Of equal power, as two rains are different noises.
        const share = Math.min(1, (this.faded + k) / this.fade);
        const rise = Math.sqrt(share), fall = Math.sqrt(1 - share);
        left[k] = left[k] * rise + frames[k] * fall;
        right[k] = right[k] * rise + frames[128 + k] * fall;
      }
      this.faded += count;
      if (this.faded >= this.fade) {
        this.engine.free(this.old);
        this.old = 0;
      }
    }
    const time = Date.now() - before;
    this.slowest = Math.max(this.slowest, time);
    if (time > count * 1000 / sampleRate) this.late++;
    if (this.blocks++ % 64 === 0 || this.isNew) {
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
