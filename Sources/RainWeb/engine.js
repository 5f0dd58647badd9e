// The functions of rain.h, with texts, refusals and memory as JavaScript has them. Worklets have no TextEncoder.
class Engine {
  constructor(module) {
    this.c = new WebAssembly.Instance(module, {}).exports;
    this.why = this.take(512);
    new Uint32Array(this.c.memory.buffer, this.why, 1)[0] = 512;
  }

  take(size) { return this.c.malloc(size) || fail('no memory is left'); }

  view() { return new DataView(this.c.memory.buffer); }
  // A view holds until the next call that may take memory.
  bytes(at, count) { return new Uint8Array(this.c.memory.buffer, at, count); }
  floats(at, count) { return new Float32Array(this.c.memory.buffer, at, count); }

  text(at) {
    const all = new Uint8Array(this.c.memory.buffer);
    let text = '';
    for (; all[at]; at++) text += String.fromCharCode(all[at]);
    return decodeURIComponent(escape(text));
  }

  static encoded(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
  }

  // Calls a function; texts and bytes become pointers, and the sentence of a refusal an error.
  call(name, ...words) {
    const taken = [];
    const numbers = words.map((word) => {
      if (typeof word === 'number' || typeof word === 'bigint') return word;
      const bytes = typeof word === 'string' ? Engine.encoded(word) : word;
      const at = this.take(bytes.length + 1);
      this.bytes(at, bytes.length + 1).set([...bytes, 0]);
      taken.push(at);
      return at;
    });
    const result = this.c[name](...numbers, this.why);
    for (const at of taken) this.c.free(at);
    if (result === 0 || result === -1n) fail(this.text(this.why + 4));
    return result;
  }

  read(json, file) {
    const bytes = typeof json === 'string' ? Engine.encoded(json) : json;
    return this.call('rain_read', bytes, bytes.length, file);
  }

  json(rain) { return this.written('rain_json', rain); }

  // What was said of a rain beside its preset: the place, and settings, by their names.
  said(rain) { return JSON.parse(this.written('rain_said', rain)); }

  written(name, rain) {
    const count = this.c[name](rain, 0, 0), at = this.take(count + 1);
    this.c[name](rain, at, count + 1);
    const text = this.text(at);
    this.c.free(at);
    return text;
  }

  free(rain) { if (rain) this.c.rain_free(rain); }
}

class RainError extends Error { name = 'RainError'; }
function fail(sentence) { throw new RainError(sentence); }
