"""The functions of rain.h: in librain.so by ctypes where the wheel has it, else in rain.wasm by wasmtime."""
import ctypes
import pathlib
import struct
import threading

_here = pathlib.Path(__file__).parent


class RainError(ValueError):
    """A wrong option or call; the message is the sentence of the command."""


class Native:
    """librain.so; all rains share it."""

    name = "native"
    pointer = struct.calcsize("P")
    _wide = {"rain_frame", "rain_render", "rain_wave", "rain_drop_rows", "rain_flash_rows", "rain_frames_left", "rain_drops"}

    def __init__(self):
        self.c = ctypes.CDLL(str(_here / "librain.so.1"))
        for name in self._wide:
            getattr(self.c, name).restype = ctypes.c_int64
        self.c.rain_software.restype = ctypes.c_void_p
        self._blocks = {}

    def call(self, name, *words):
        # A number with a point is a double; of the others, positions and pointers are wide.
        return getattr(self.c, name)(*[ctypes.c_double(w) if isinstance(w, float) else ctypes.c_int64(w) for w in words])

    def take(self, size):
        block = ctypes.create_string_buffer(size)
        self._blocks[ctypes.addressof(block)] = block
        return ctypes.addressof(block)

    def free(self, at):
        self._blocks.pop(at, None)

    def read(self, at, count):
        return bytearray((ctypes.c_char * count).from_address(at))

    def write(self, at, data):
        ctypes.memmove(at, data, len(data))

    def text(self, at):
        return ctypes.string_at(at).decode()


class Wasm:
    """rain.wasm; a rain has an instance of its own, so that threads may render at once."""

    name = "wasm"
    pointer = 4
    _lock, _module = threading.Lock(), None

    def __init__(self):
        try:
            import wasmtime
        except ImportError as error:
            raise ImportError(f"rainsynth needs wasmtime here, which has wheels for the usual systems alone: {error}") from error
        with Wasm._lock:
            if Wasm._module is None:
                Wasm._engine = self._made(wasmtime, isCached=True)
                Wasm._module = wasmtime.Module.from_file(Wasm._engine, str(_here / "rain.wasm"))
        self._store = wasmtime.Store(Wasm._engine)
        self._exports = wasmtime.Instance(self._store, Wasm._module, []).exports(self._store)
        self._memory = self._exports["memory"]

    @staticmethod
    def _made(wasmtime, isCached):
        configuration = wasmtime.Config()
        # A process by fork has no thread of a pool, and would wait for it.
        configuration.parallel_compilation = False
        try:
            if isCached:
                configuration.cache = True
            return wasmtime.Engine(configuration)
        except wasmtime.WasmtimeError:
            # No folder to write to: each process compiles for itself.
            return Wasm._made(wasmtime, False)

    def call(self, name, *words):
        function = self._exports[name]
        return function(self._store, *words[:len(function.type(self._store).params)])

    def take(self, size):
        at = self._exports["malloc"](self._store, size)
        if not at:
            raise MemoryError("no memory is left for the rain")
        return at & 0xFFFFFFFF

    def free(self, at):
        self._exports["free"](self._store, at)

    def read(self, at, count):
        return self._memory.read(self._store, at, at + count)

    def write(self, at, data):
        self._memory.write(self._store, data, at)

    def text(self, at):
        at, text = at & 0xFFFFFFFF, b""
        while b"\0" not in text:
            text += self.read(at + len(text), 64)
        return text.partition(b"\0")[0].decode()


_native = None


def engine():
    """An engine for a rain."""
    global _native
    if not (_here / "librain.so.1").exists():
        return Wasm()
    if _native is None:
        _native = Native()
    return _native


def asked(c, name, *words):
    """Calls a function of which the last parameter is a rain_why; texts and bytes become pointers, a refusal an error."""
    taken = []
    try:
        numbers = []
        for word in words:
            if isinstance(word, (str, bytes)):
                data = word.encode("utf-8", "replace") if isinstance(word, str) else word
                taken.append(c.take(len(data) + 1))
                c.write(taken[-1], data + b"\0")
                numbers.append(taken[-1])
            else:
                numbers.append(word)
        why = c.take(512)
        taken.append(why)
        c.write(why, struct.pack("<I", 512))
        result = c.call(name, *numbers, why)
        if result == 0 and name not in ("rain_wave", "rain_drop_rows", "rain_flash_rows") or result == -1:
            raise RainError(c.text(why + 4))
        return result
    finally:
        for at in taken:
            c.free(at)


def filled(c, name, layout, *words):
    """The members of a structure of rain.h behind its size, or None; of `layout`, P is a pointer to a text."""
    real = layout.replace("P", "Q" if c.pointer == 8 else "I")
    form = ("@" if c.pointer == 8 else "<") + real
    size = struct.calcsize(form)
    at = c.take(size)
    try:
        c.write(at, struct.pack("<I", size))
        if not c.call(name, *words, at):
            return None
        members = struct.unpack(form, c.read(at, size))[1:]
        letters = [letter for letter in layout[1:] if letter != "x"]
        return [c.text(m) if letter == "P" else m for letter, m in zip(letters, members)]
    finally:
        c.free(at)
