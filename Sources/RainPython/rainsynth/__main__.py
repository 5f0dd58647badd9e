"""python -m rainsynth: the command's flags, as far as the engine alone can serve them."""
import os
import re
import secrets
import shlex
import signal
import sys

import rainsynth
from rainsynth import Rain, RainError, _pieces, _save

COMMANDS = ["render", "stream", "hash", "drops", "flashes", "preset"]
SHORTS = dict(p="preset", d="duration", s="seed", r="rate", c="channels", b="format", o="output", j="jobs", f="force", q="quiet", h="help")
SWITCHES = ["dither", "loop", "force", "quiet", "help"]
OWN = ["preset", "output", "jobs", "progress", "force", "quiet", "help"]  # what the engine does not know
USAGE = """Usage: rainsynth render [PRESET] -o FILE.wav [flags]
       rainsynth stream|hash|drops|flashes [PRESET] [flags]
       rainsynth preset list

Flags are those of the command for Linux and macOS: -p PRESET|FILE, --place NAME, -d TIME, -s SEED, -r HZ, -c LAYOUT, -b FORMAT,
--from, --to, --loop, --fade-in, --fade-out, --no-dither, --curve NAME=KEYS, -o FILE (- for standard output), -f, -q, and every
setting by its name, such as --rainfall heavy, --surface metal and --gain -6."""


def parsed(words):
    """The words of a command line: pairs of flag and text, and arguments."""
    flags, rest, words = [], [], list(words)
    while words:
        word = words.pop(0)
        if word == "-" or not word.startswith("-"):
            rest.append(word)
            continue
        name, text = (word[2:].split("=", 1) + [None])[:2] if word.startswith("--") else (SHORTS.get(word[1], word[1]), word[2:] or None)
        bare = re.sub("^no-", "", name)
        if bare in SWITCHES:
            name, text = bare, "true" if name == bare else "false"
        elif text is None and words and not words[0].startswith("--"):
            text = words.pop(0)
        if text is None and name in OWN:
            raise RainError(f"--{name} lacks its value")
        flags.append((name, text or ""))
    return flags, rest


def write(path, forced, pieces):
    """Writes all pieces: to standard output, or to a file that appears when it is whole."""
    if path != "-":
        if os.path.exists(path) and not forced:
            raise RainError(f"{path}: exists; -f overwrites it")
        return _save(path, pieces)
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def run(command="help", *words):
    if command == "--version":
        return print(f"rainsynth {rainsynth.__version__}, {rainsynth.engine}, for Python")
    flags, rest = parsed(words)
    mine = {name: text for name, text in flags if name in OWN}
    if command in ("help", "--help", "-h") or "help" in mine:
        return print(USAGE)
    if command not in COMMANDS or command == "preset" and rest[:1] != ["list"]:
        raise RainError(f"the package for Python has no command '{command}'; it has {', '.join(COMMANDS)} list")
    if command == "preset":
        return print("\n".join(f"{name:15} {summary}" for name, summary in rainsynth.presets.items()))
    if ("seed", "random") in flags:
        flags = [(name, str(secrets.randbits(64)) if text == "random" else text) for name, text in flags]
        print("rainsynth: seed", dict(flags)["seed"], file=sys.stderr)
    own = {"from": "start", "to": "stop", "fade-out": "fade_out"}
    options = {"format": None, **{own.get(name, name): text for name, text in flags if name not in OWN}}
    options["curve"] = [text for name, text in flags if name == "curve"]
    options["loop"] = options.get("loop") == "true" or None
    if "preset" in mine and rest:
        raise RainError(f"'{rest[0]}' and --preset both say where to start; leave one of them out")
    names = rest or [mine.get("preset")]
    if command == "hash":
        said = "".join(f" --{'' if text == 'true' else 'no-'}{name}" if name in SWITCHES else f" --{name}={shlex.quote(text)}"
                       for name, text in flags if name not in OWN)
        for name in names:
            print(f"{rainsynth.sha256(name, **options)}  {shlex.quote(name or 'steady')}{said}")
        return None
    if len(names) > 1:
        raise RainError(f"{command} takes one preset, not '{rest[1]}', too")
    path, forced = mine.get("output", "" if command == "render" else "-"), mine.get("force") == "true"
    if command == "stream":
        return write("-", False, _pieces(Rain(names[0], **options)))
    if command in ("drops", "flashes"):
        of = "drop" if command == "drops" else "flash"
        return write(path, forced, (rows.encode() for rows in rainsynth.drop_rows(names[0], standard=None, of=of, **options)))
    if not path:
        raise RainError("render needs a file to write: -o FILE, or -o - for standard output")
    if path != "-" and not path.lower().endswith((".wav", ".raw")):
        raise RainError(f"-o writes a WAV or raw samples, and '{path}' is the name of something else")
    return write(path, forced, _pieces(Rain(names[0], standard=60, **options), not path.lower().endswith(".raw")))


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(*sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except (RainError, TypeError) as error:
        # A flag that the engine does not know comes back as a keyword.
        sentence = re.sub(r"^rain has no option ([^;]*)(; did you mean )?", r"--\1 is not in the package for Python\2--", str(error))
        sentence = sentence.splitlines()[0].removesuffix("--") if sentence != str(error) else sentence
    except OSError as error:
        sentence = f"{re.sub('[.][0-9]+[.]part$', '', str(error.filename))}: {error.strerror}"
    print(f"rainsynth: {sentence}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
