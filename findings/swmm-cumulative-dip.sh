#!/usr/bin/env bash
# SWMM takes every fall of a cumulative rain gage for a counter that began anew, however small it is: the whole number after
# the fall counts as rain of one interval. A weighing gauge reads a little less while its water evaporates or the wind
# shakes it, so 2.4 mm with one reading 0.1 mm below the one before become 3.6 mm, and a season that grows to 900 mm adds
# about 900 mm for each such reading. The report has no warning. Small falls have to be taken out of the table before.
#
# Who meets it: whoever feeds a drainage model with the table of a weighing gauge or a noisy counter, as CUMULATIVE.
# Seen with pyswmm 2.2.0, swmm-toolkit 0.17.0 (SWMM 5.2) from PyPI. Exit 0: as described; 1: it has changed; 77: not to be had.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 77
python3 -m venv env > /dev/null 2>&1 || exit 77
env/bin/pip install -q pyswmm==2.2.0 swmm-toolkit==0.17.0 > /dev/null 2>&1 || exit 77
env/bin/python - > log 2>&1 << 'END'
import sys
from pyswmm import Simulation, Subcatchments

MODEL = """[OPTIONS]
FLOW_UNITS LPS
START_DATE 01/31/2026
START_TIME 00:00:00
END_DATE 01/31/2026
END_TIME 02:00:00
WET_STEP 00:01:00
DRY_STEP 00:01:00
ROUTING_STEP 60
[RAINGAGES]
gage CUMULATIVE 0:05 1.0 TIMESERIES counter
[SUBCATCHMENTS]
field gage out 1 100 100 1 0
[SUBAREAS]
field 0.01 0.1 0 0 0 OUTLET
[INFILTRATION]
field 0 0 4 7 0
[OUTFALLS]
out 0 FREE NO
[TIMESERIES]
"""


def rainfall(counter):
    """The mm of rain that the model has had of a counter that was read each five minutes."""
    rows = [f"counter 01/31/2026 {5 * i // 60:02}:{5 * i % 60:02} {mm:.1f}" for i, mm in enumerate(counter)]
    with open("model.inp", "w") as file:
        file.write(MODEL + "\n".join(rows) + "\n")
    with Simulation("model.inp") as simulation:
        field = Subcatchments(simulation)["field"]
        for _ in simulation:
            pass
        return round(field.statistics["precipitation"], 3)


rising = [0.2 * i for i in range(13)]
dipping = rising[:7] + [1.1] + rising[8:]
begun = rising[:7] + [0.2 * i for i in range(1, 7)]
found = [rainfall(counter) for counter in (rising, dipping, begun)]
print("found: a counter that rises to 2.4 mm:", found[0], "mm")
print("found: one reading 0.1 mm lower:      ", found[1], "mm")
print("found: begun anew after 1.2 mm:       ", found[2], "mm")
sys.exit(found != [2.4, 3.6, 2.4])
END
status=$?
grep '^found' log
exit "$status"
