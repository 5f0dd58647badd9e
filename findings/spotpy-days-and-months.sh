#!/usr/bin/env bash
# The weather station that spotpy ships as an example (src/spotpy/examples/cmf_data/driver_data_site24.csv, rain_mmday each
# hour, 2014 to 2016) has day and month swapped wherever the day is 12 or less: ISO 8601 to the eye, 2014-01-01 23:00 is
# followed by 2014-02-01 00:00. As written, 462 of 26,303 steps are no hour, in each month the first twelve days lie in
# other months, and each time stands there once, so nothing looks doubled. Swapped back, every step is an hour.
#
# Who meets it: whoever reads the table by its times (pandas, resample, a sum by months), and not by its rows.
# Seen with spotpy 1.6.7 from PyPI, pandas 2.2.3. Exit 0: as described; 1: it has changed; 77: not to be had.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 77
python3 -m venv env > /dev/null 2>&1 || exit 77
env/bin/pip download -q --no-deps --no-binary :all: spotpy==1.6.7 > /dev/null 2>&1 || exit 77
env/bin/pip install -q pandas==2.2.3 > /dev/null 2>&1 || exit 77
tar xzf spotpy-1.6.7.tar.gz || exit 77
env/bin/python - << 'END'
import sys
import pandas as pd

table = pd.read_csv("spotpy-1.6.7/src/spotpy/examples/cmf_data/driver_data_site24.csv",
                    comment="#", parse_dates=["time"])
written = table["time"]
swapped = written.map(lambda t: t.replace(month=t.day, day=t.month) if t.day <= 12 else t)
hour = pd.Timedelta(hours=1)
odd = [int((times.diff().iloc[1:] != hour).sum()) for times in (written, swapped)]
months = [table["rain_mmday"].groupby(times.dt.month).sum().div(24).round(1).tolist() for times in (written, swapped)]
print(f"pandas {pd.__version__}: {len(table)} rows, {written.nunique()} times")
print(f"steps that are no hour: {odd[0]} as written, {odd[1]} with day and month swapped where the day is 12 or less")
print("mm by month as written:", *months[0])
print("mm by month swapped:   ", *months[1])
sys.exit(len(table) != 26304 or written.nunique() != len(table) or odd != [462, 0] or months[0] == months[1])
END
