#!/usr/bin/env bash
# colorednoise gives each noise an offset that no length takes away. The lowest frequency and 0 Hz get the same power, so
# pink noise, said to have unit variance, has on the mean an offset of 0.19 at 4,410 samples and of 0.15 at 441,000, and
# brown noise of 0.42 at both. The variance is 1 only over many noises: the RMS of one brown noise is between 0.5 and 1.9,
# and that of a pink one between 0.9 and 1.2, also of ten seconds of sound.
#
# Who meets it: whoever writes such noise to a WAV or brings noises to one level without measuring each, and whoever lets
# one follow the other: the offset jumps. Seen with colorednoise 2.2.0 from PyPI, numpy 2.2.6.
# Exit 0: as described; 1: it has changed; 77: not to be had.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 77
python3 -m venv env > /dev/null 2>&1 || exit 77
env/bin/pip install -q colorednoise==2.2.0 numpy==2.2.6 > /dev/null 2>&1 || exit 77
env/bin/python - << 'END'
import sys
import numpy as np
from colorednoise import powerlaw_psd_gaussian

offsets = {}
for exponent, name in ((0, "white"), (1, "pink"), (2, "brown")):
    for count in (4410, 441_000):
        noises = np.array([powerlaw_psd_gaussian(exponent, count, random_state=seed) for seed in range(60)])
        offset, rms = np.abs(noises.mean(1)).mean(), noises.std(1)
        offsets[name, count] = offset
        print(f"{name:5} {count:6} samples: offset {offset:.3f} on the mean, RMS {rms.min():.2f} to {rms.max():.2f}, "
              f"mean variance {noises.var(1).mean():.2f}")
sys.exit(not (offsets["white", 441_000] < 0.005 and 0.1 < offsets["pink", 441_000] < 0.2
              and 0.3 < offsets["brown", 441_000] < 0.55 and offsets["brown", 4410] < 1.2 * offsets["brown", 441_000]))
END
