"""rainsynth makes the sound of rain, drop by drop; the same options give the same samples in each process and on each machine.

    import rainsynth
    rain = rainsynth.render("storm", place="tent", duration=10, seed=7)    # float32, (frames, channels)
    rainsynth.write("tent.wav", "storm", place="tent", duration="10m")     # the file of `rainsynth render`

Options are those of the command in snake_case, `start` and `stop` for --from and --to: place, duration, seed, rate, channels, format,
loop, fade_in, fade_out, dither, curves={"gain": [(0, -20), (10, 0)]}, and every setting, such as rainfall="heavy".
"""
import collections
import contextlib
import hashlib
import json as _json
import os
import re
import secrets
import weakref

from ._engine import RainError, asked, engine as _new_engine, filled

try:
    import numpy as _numpy
except ImportError:
    _numpy = None

__all__ = ["Rain", "RainError", "drops", "flashes", "render", "sha256", "stream", "wav", "write"]


def __getattr__(name):
    c = _tables.get("c") or _tables.setdefault("c", _new_engine())
    if name == "engine":
        return c.name
    if name == "__version__":
        return c.text(c.call("rain_software")).split()[1]
    if name not in ("presets", "places", "settings"):
        raise AttributeError(f"module 'rainsynth' has no attribute {name!r}")
    if name not in _tables:
        _tables[name] = _table(c, name)
    return _tables[name]


_tables = {}
Setting = collections.namedtuple("Setting", "number name unit group summary low high standard is_choice words")


def _rows(c, name, layout, *words):
    rows = []
    while (row := filled(c, name, layout, *words, len(rows))) is not None:
        rows.append(row)
    return rows


def _table(c, name):
    if name != "settings":
        rows = _rows(c, "rain_preset_at", "IxxxxPP" if c.pointer == 8 else "IPP")
        return {row[0]: row[1] for k, row in enumerate(rows) if name == "presets" or c.call("rain_preset_kind", k) == 1}
    table = {}
    for k, (is_choice, _, _, low, high, standard, *texts) in enumerate(_rows(c, "rain_setting_at", "IIIIdddPPPP")):
        words = _rows(c, "rain_word_at", "IxxxxPd" if c.pointer == 8 else "IPd", k)
        table[re.sub(r"([A-Z]|(?<!\d)\d)", r"_\1", texts[0]).lower()] = Setting(
            k, *texts, low, high, standard, bool(is_choice), dict(words))
    return table


def _written(value, is_time=False):
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_time and isinstance(value, float):
        # As the command reads times: nine decimals at most, and no exponent.
        return f"{value:.9f}".rstrip("0").rstrip(".")
    return str(value)


def _sayings(options):
    signs = {"step": "|", "smooth": "~"}
    for name, value in options.items():
        name = {"start": "from", "stop": "to"}.get(name, name)
        if value is None:
            continue
        if name == "curves":
            for setting, keys in value.items():
                texts = [f"{_written(k[0], True)}{signs.get(k[2], '') if len(k) > 2 else ''}={_written(k[1])}" for k in keys]
                yield "curve", f"{setting.replace('_', '-')}={';'.join(texts)}"
        elif name == "seed" and value == "random":
            yield name, str(secrets.randbits(64))
        else:
            times = ("duration", "from", "to", "fade_in", "fade_out", "time_reference")
            for one in value if isinstance(value, (list, tuple)) else [value]:
                yield name.replace("_", "-"), _written(one, name in times)


class Rain:
    """A rain that is read piece by piece; `live`: its settings can move while it sounds, and it has no end.

    `standard` is the length in s where nobody says one; None: that of the preset, or none. `brief`: it holds for presets, too.
    """

    def __init__(self, preset=None, *, live=False, standard=None, brief=False, **options):
        if "format" not in options:
            options["format"] = "f32"
        self._c = c = _new_engine()
        if preset is None:
            handle = asked(c, "rain_new", 0)
        elif isinstance(preset, dict):
            handle = self._read(_json.dumps(preset).encode(), "preset")
        elif isinstance(preset, os.PathLike) or "/" in preset or preset.endswith(".json"):
            with open(preset, "rb") as file:
                handle = self._read(file.read(), os.fspath(preset))
        else:
            handle = asked(c, "rain_new", preset)
        self._handle, self._blocks, self._room = handle, [], 0
        self._finalizer = weakref.finalize(self, _freed, c, handle, self._blocks)
        try:
            self._describe(options, live, standard, brief)
        except BaseException:
            self.close()
            raise

    def _read(self, data, name):
        return asked(self._c, "rain_read", data, len(data), name)

    def _describe(self, options, live, standard, brief):
        has_seed, frames = self._form()[3:]
        for name, value in _sayings(options):
            try:
                self._say(name, value)
            except RainError as error:
                if str(error).startswith("there is no --"):
                    raise TypeError(f"rain has no option {str(error)[12:].replace('--', '')}") from None
                raise
        if options.get("duration") is None and standard is not None and not live and (not has_seed if brief else frames < 0):
            self._say("duration", str(standard))
            stop = options.get("stop")
            # A rain whose excerpt ends later is as long as that.
            if stop is not None and not options.get("loop") and not options.get("fade_out"):
                try:
                    asked(self._c, "rain_wave", self._handle, 0, 0, 0)
                except RainError:
                    self._say("duration", _written(stop, True))
        asked(self._c, "rain_start", self._handle, int(live))
        self.rate, self.channels, self._size, _, _ = self._form()

    def _say(self, name, value):
        asked(self._c, "rain_say", self._handle, name, value)

    def _form(self):
        return filled(self._c, "rain_form_of", "IIIIIxxxxq", self._open())

    def _open(self):
        if not self._handle:
            raise RainError("the rain is closed")
        return self._handle

    def read_bytes(self, frames=4096):
        """The next frames in the format of the rain; fewer at the end."""
        handle = self._open()
        if frames > self._room:
            self._blocks.append(self._c.take(frames * self._size))
            self._room = frames
        count = self._c.call("rain_render", handle, self._blocks[-1], frames)
        return self._c.read(self._blocks[-1], max(0, count) * self._size)

    def read(self, frames=4096):
        """The next frames of a rain with the format f32: an array of NumPy, or without it a memoryview."""
        return _array(self.read_bytes(frames), self.channels)

    def set(self, over=0.2, **settings):
        """Lets settings of a live rain glide to numbers or words within so many seconds."""
        for name, value in settings.items():
            row = __getattr__("settings").get(name)
            if row is None:
                raise TypeError(f"no setting is called {name!r}")
            asked(self._c, "rain_set", self._open(), row.number, float(row.words.get(value, value)), float(over))

    def set_place(self, place, over=0.8):
        asked(self._c, "rain_set_place", self._open(), place, float(over))

    def seek(self, frame):
        asked(self._c, "rain_seek", self._open(), frame)

    def tell(self):
        return self._c.call("rain_frame", self._open())

    @property
    def frames_left(self):
        """None: the rain has no end."""
        left = self._c.call("rain_frames_left", self._open())
        return None if left < 0 else left

    def wave_part(self, part):
        """The bytes of its WAV before (0) or after (1) its samples."""
        return bytes(self._text("rain_wave", part))

    def rows(self, first, end, of="drop"):
        """The lines of `rainsynth drops`, or with of="flash" of `rainsynth flashes`, of some frames."""
        return self._text(f"rain_{of}_rows", first, end).decode()

    def _text(self, name, *words):
        count = asked(self._c, name, self._open(), *words, 0, 0)
        at = self._c.take(count + 1)
        try:
            asked(self._c, name, self._open(), *words, at, count)
            return self._c.read(at, count)
        finally:
            self._c.free(at)

    def close(self):
        self._finalizer()
        self._handle = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _freed(c, handle, blocks):
    c.call("rain_free", handle)
    for at in blocks:
        c.free(at)


def _array(data, channels):
    if _numpy is not None:
        samples = _numpy.frombuffer(data, "<f4")
        return samples if channels == 1 else samples.reshape(-1, channels)
    samples = memoryview(data).cast("f")
    return samples if channels == 1 or not data else samples.cast("B").cast("f", [len(samples) // channels, channels])


def _pieces(rain, is_wave=False, frames=65536):
    with rain:
        if is_wave:
            yield rain.wave_part(0)
        while piece := rain.read_bytes(frames):
            yield piece
        if is_wave:
            yield rain.wave_part(1)


def render(preset=None, **options):
    """The whole rain, 60 s where nobody says otherwise: float32, (frames, channels), of mono (frames,)."""
    rain = Rain(preset, standard=60, **{**options, "format": "f32"})
    return _array(bytearray().join(_pieces(rain)), rain.channels)


def stream(preset=None, *, block=4096, **options):
    """The rain in arrays of so many frames, without an end where nobody says one."""
    with Rain(preset, **{**options, "format": "f32"}) as rain:
        while len(samples := rain.read(block)):
            yield samples


def _file(preset, options):
    return _pieces(Rain(preset, standard=60, **{"format": None, **options}), True)


def wav(preset=None, **options):
    """The bytes of the file of `rainsynth render`."""
    return b"".join(_file(preset, options))


def write(path, preset=None, **options):
    """Writes the file of `rainsynth render`, which appears when it is whole."""
    _save(path, _file(preset, options))


def _save(path, pieces):
    part = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        with open(part, "xb") as file:
            for piece in pieces:
                file.write(piece)
        os.replace(part, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)


def sha256(preset=None, **options):
    """The hash of `rainsynth hash`, of 10 s where nobody says otherwise."""
    digest = hashlib.sha256()
    for piece in _pieces(Rain(preset, standard=10, brief=True, **{"format": None, **options})):
        digest.update(piece)
    return digest.hexdigest()


def drop_rows(preset=None, *, standard=60, of="drop", **options):
    """The lines of `rainsynth drops`, or with of="flash" of `rainsynth flashes`, ten seconds at a time."""
    with Rain(preset, standard=standard, **options) as rain:
        first, left = rain.tell(), rain.frames_left
        while left is None or left > 0:
            count = 10 * rain.rate if left is None else min(left, 10 * rain.rate)
            yield rain.rows(first, first + count, of)
            first, left = first + count, None if left is None else left - count


def drops(preset=None, **options):
    """The near drops, with the columns of `rainsynth drops`: frame, seconds, diameter_mm ..."""
    return _table("Drop", drop_rows(preset, **options))


def flashes(preset=None, **options):
    """The flashes of a storm, with the columns of `rainsynth flashes`: frame, seconds, kind ..."""
    return _table("Flash", drop_rows(preset, of="flash", **options))


def _table(kind, rows):
    head, *lines = "".join(rows).splitlines()
    row = collections.namedtuple(kind, head.split(","))

    def value(name, text):
        return text if name in ("surface", "kind") else None if text == "" else int(text) if name == "frame" else float(text)

    return [row(*map(value, row._fields, line.split(","))) for line in lines]
