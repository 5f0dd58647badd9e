"""How drive.py and firefox.py say what they find."""
import sys


class Checks:
    def __init__(self, prefix=""):
        self.prefix = prefix
        self.counts = {True: 0, False: 0}

    def check(self, claim, holds, *facts):
        self.counts[bool(holds)] += 1
        print(f"{self.prefix}{claim}: {'ok' if holds else 'FAILED'}", *facts, flush=True)

    def measured(self, claim, holds, *facts):
        """A time says as much of the machine and its load as of the page: it is printed, and fails nothing."""
        print(f"{self.prefix}{claim}: {'yes' if holds else 'not on this machine now'}", *facts, flush=True)

    def end(self):
        print(f"{self.counts[True]} passed, {self.counts[False]} failed")
        sys.exit(self.counts[False] > 0)
