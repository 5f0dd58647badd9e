#!/usr/bin/env bash
# wavinfo reads a loudness that a file does not have as +327.67. In version 2 of the broadcast extension (EBU Tech 3285) a
# level that was not measured is 7FFF (hexadecimal); wavinfo divides it by 100 like every other number, so integrated
# loudness, loudness range, true peak and both maxima come out as 327.67. Only the version of the chunk makes it say None:
# a file of version 1 says None, one of version 2 whose writer measured nothing says +327.67 LUFS.
#
# Who meets it: whoever sorts or checks a library of sounds by the loudness in the files; recorders and editors write
# version 2 without measuring. Seen with wavinfo 4.0.1 from PyPI. Exit 0: as described; 1: it has changed; 77: not to be had.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 77
python3 -m venv env > /dev/null 2>&1 || exit 77
env/bin/pip install -q wavinfo==4.0.1 > /dev/null 2>&1 || exit 77
env/bin/python - << 'END'
import struct
import sys
from wavinfo import WavInfoReader

names = ("loudness_value", "loudness_range", "max_true_peak", "max_momentary_loudness", "max_shortterm_loudness")


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content


def levels(name, version, numbers):
    """The levels that wavinfo finds in a second of silence with a broadcast extension."""
    extension = struct.pack("<256s32s32s10s8sQH64s5h180s", b"rain", b"", b"", b"2026-01-31", b"12:00:00", 0, version, b"",
                            *numbers, b"")
    content = (b"WAVE" + chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 48000, 96000, 2, 16)) + chunk(b"bext", extension)
               + chunk(b"data", bytes(96000)))
    with open(name, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", len(content)) + content)
    return [getattr(WavInfoReader(name).bext, level) for level in names]


measured = levels("measured.wav", 2, (-2300, 700, -150, -1800, -2000))
unset = levels("unset.wav", 2, (0x7FFF,) * 5)
old = levels("old.wav", 1, (0,) * 5)
print("version 2, measured:    ", *measured)
print("version 2, not measured:", *unset)
print("version 1:              ", *old)
sys.exit(measured != [-23.0, 7.0, -1.5, -18.0, -20.0] or unset != [327.67] * 5 or old != [None] * 5)
END
