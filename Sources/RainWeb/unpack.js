// The bytes of a packed text of this page: the file `build` says how it is packed.
function unpacked(id) {
  var text = document.getElementById(id).textContent, start = text.indexOf(' ') + 1;
  var bytes = new Uint8Array(text.length), count = 0, bits = 0, word = 0;
  function add(seven) {
    word = word << 7 | seven;
    bits += 7;
    if (bits >= 8) bytes[count++] = word >> (bits -= 8);
    word &= (1 << bits) - 1;
  }
  for (var i = start; i < text.length - 1; i++) {
    var letter = text.charCodeAt(i);
    if (letter >= 128) add([0, 13, 60][(letter >> 7) - 1]);
    add(letter & 127);
  }
  return decoded(bytes, parseInt(text, 10));
}

// Decodes LZMA (7-zip.org/sdk.html) without a header, for lc = 3, lp = 0 and pb = 0, to so many bytes.
function decoded(input, size) {
  var output = new Uint8Array(size), at = 0, place = 5, range = 4294967295, code = 0;
  for (var i = 1; i < 5; i++) code = code * 256 + input[i];
  // How likely the next bit is 0, of 2048, in each state of the model: is it a match, a repeated one, of which distance ...
  var match = 0, repeated = 12, latest = 24, second = 36, third = 48, long = 60, slots = 72, distances = 328, aligned = 456;
  var lengths = 480, repeatedLengths = 768, literals = 1056;
  var odds = new Uint16Array(literals + 8 * 768).fill(1024);
  // A bit is 0 where the code lies in the lower part of the range, up to a bound.
  function below(bound) {
    var one = code >= bound ? 1 : 0;
    code -= one * bound;
    range = one ? range - bound : bound;
    if (range < 16777216) {
      range *= 256;
      code = code * 256 + input[place++];
    }
    return one;
  }
  function bit(index) {
    var one = below((range >>> 11) * odds[index]);
    odds[index] += one ? -(odds[index] >>> 5) : (2048 - odds[index]) >>> 5;
    return one;
  }
  function number(index, bits, lowestFirst) {
    for (var node = 1, value = 0, k = 0; k < bits; k++) {
      var one = bit(index + node);
      node = 2 * node + one;
      value += one << (lowestFirst ? k : bits - 1 - k);
    }
    return value;
  }
  function length(index) {
    if (!bit(index)) return number(index + 8, 3);
    return bit(index + 1) ? 16 + number(index + 24, 8) : 8 + number(index + 16, 3);
  }
  function distance(slot) {
    if (slot < 4) return slot;
    var count = (slot >> 1) - 1, value = (2 | slot & 1) << count;
    if (slot < 14) return value + number(distances + value - slot, count, true);
    for (var high = 0; count > 4; count--) {
      range -= range % 2;
      high = 2 * high + below(range / 2);
    }
    return value + 16 * high + number(aligned, 4, true);
  }
  var state = 0, back = [0, 0, 0, 0];  // the distances of the last four matches
  while (at < size) {
    if (!bit(match + state)) {
      var model = literals + 768 * (at ? output[at - 1] >> 5 : 0), letter = 1;
      if (state >= 7) {
        // Behind a match the byte that would have followed it says what is not next.
        for (var other = output[at - back[0] - 1]; letter < 256;) {
          var wanted = other >> 7 & 1, found = bit(model + (1 + wanted) * 256 + letter);
          other <<= 1;
          letter = 2 * letter + found;
          if (wanted !== found) break;
        }
      }
      while (letter < 256) letter = 2 * letter + bit(model + letter);
      output[at++] = letter;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    var count = 1;
    if (!bit(repeated + state)) {
      count = 2 + length(lengths);
      back.pop();
      back.unshift(distance(number(slots + 64 * Math.min(count - 2, 3), 6)));
      state = state < 7 ? 7 : 10;
    } else {
      var which = !bit(latest + state) ? 0 : !bit(second + state) ? 1 : !bit(third + state) ? 2 : 3;
      if (which === 0 && !bit(long + state)) {
        state = state < 7 ? 9 : 11;
      } else {
        back.unshift(back.splice(which, 1)[0]);
        count = 2 + length(repeatedLengths);
        state = state < 7 ? 8 : 11;
      }
    }
    for (; count > 0; count--, at++) output[at] = output[at - back[0] - 1];
  }
  return output;
}

if (window.WebAssembly && window.AudioWorkletNode) {
  // Style, engine, worklet and page.
  var texts = new TextDecoder().decode(unpacked('texts')).split('\f');
  document.head.appendChild(document.createElement('style')).textContent = texts[0];
  document.head.appendChild(document.createElement('script')).textContent = texts[1] + texts[3];
}
