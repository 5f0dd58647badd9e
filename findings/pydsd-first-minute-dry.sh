#!/usr/bin/env bash
# PyDSD computes no rain from a log of an OTT Parsivel that begins dry. read_parsivel takes the fall speeds of the 32 sizes
# from field 91 of the first telegram alone. The instrument writes there how fast the drops of that minute fell on the
# mean, 0 for each size of which none fell. So calculate_RR, which multiplies by these speeds, gives 0 mm/h for every
# minute of a log whose first minute was dry, and drops each size that was missing in it from all others. The rows of the
# log, its number of drops and its own rainfall are read as they are, and nothing is said.
#
# Who meets it: whoever reads a day of a Parsivel, most of which begin dry, and computes the rainfall from the drops.
# Seen with pydsd 1.0.6.2 from PyPI, numpy 1.26.4. pytmatrix, which needs a compiler of Fortran and which these functions
# do not call, is replaced by empty modules. Exit 0: as described; 1: it has changed; 77: not to be had.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 77
python3 -m venv env > /dev/null 2>&1 || exit 77
env/bin/pip install -q numpy==1.26.4 scipy==1.13.1 matplotlib==3.9.2 netCDF4==1.7.2 > /dev/null 2>&1 || exit 77
env/bin/pip download -q --no-deps --no-binary :all: pydsd==1.0.6.2 > /dev/null 2>&1
tar xzf PyDSD-1.0.6.2.tar.gz 2> /dev/null || exit 77
export PYTHONPATH=$PWD/PyDSD-1.0.6.2
env/bin/python - 2> log << 'END'
import sys
from types import ModuleType
from unittest.mock import MagicMock

for name in ("", ".tmatrix", ".psd", ".orientation", ".radar", ".tmatrix_aux", ".refractive", ".scatter"):
    module = ModuleType("pytmatrix" + name)
    module.__getattr__ = lambda attribute: MagicMock()
    module.__path__ = []
    sys.modules["pytmatrix" + name] = module
from pydsd.io.ParsivelReader import read_parsivel  # noqa: E402

SIZES, SPEEDS = 32, (0.0,) * 8 + (4.0, 4.4, 5.1, 5.8, 6.5, 7.1, 7.7) + (0.0,) * 17
WET = [-9.999] * 8 + [2.5, 2.4, 2.2, 2.0, 1.7, 1.3, 0.8] + [-9.999] * 17


def telegram(minute, wet):
    """The telegram of a minute: rainfall, drops, time, date, densities (log10 of 1/m3 mm), mean speeds, raw matrix."""
    densities = WET if wet else [-9.999] * SIZES
    speeds = SPEEDS if wet else [0.0] * SIZES
    return "\r\n".join([
        f"01:{5.3 if wet else 0:08.3f}", f"07:{30 if wet else -9.999:06.3f}", f"11:{130 if wet else 0:05}",
        f"20:10:{minute:02}:00", "21:31.01.2026", "90:" + ";".join(f"{x:06.3f}" for x in densities) + ";",
        "91:" + ";".join(f"{x:06.3f}" for x in speeds) + ";", "93:" + ";".join(["000"] * 1024) + ";"]) + "\r\n"


def rainfall(name, minutes):
    """The rainfall that the instrument has written, and the one that is computed from the drops, in mm/h."""
    with open(name, "w", newline="") as file:
        file.write("".join(telegram(minute, wet) for minute, wet in enumerate(minutes)))
    drops = read_parsivel(name)
    written = [round(float(x), 2) for x in drops.fields["rain_rate"]["data"]]
    drops.calculate_RR()
    return written, [round(float(x), 2) for x in drops.fields["rain_rate"]["data"].filled(0)]


wet, dry = rainfall("wet", [True, True, True]), rainfall("dry", [False, True, True])
print("begins wet: written", *wet[0], "mm/h, computed", *wet[1])
print("begins dry: written", *dry[0], "mm/h, computed", *dry[1])
sys.exit(min(wet[1]) <= 0 or dry[0][1:] != wet[0][1:] or dry[1] != [0.0, 0.0, 0.0])
END
status=$?
[ "$status" = 0 ] || tail -3 log
exit "$status"
