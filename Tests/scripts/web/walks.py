"""walks.py RAINSYNTH BROWSER FOLDER COUNT [SEED]: random walks over all controls of FOLDER/index.html. After each, the hash that
the page proves has to be that of the command's line, and a reload has to give the same line."""
import pathlib, random, shlex, subprocess, sys, tempfile

from playwright.sync_api import sync_playwright

from checks import Checks

rainsynth, browser, folder, count = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), int(sys.argv[4])
seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(10**6)
work = tempfile.mkdtemp()
checks = Checks()

# A step: some control gets some value, as a person would give it. What writes, copies or is no part of the rain is left out.
step = """([number, share]) => {
  const left = ['length', 'command', 'share', 'preset', 'prove', 'file', 'cancel', 'text'];
  const controls = [...document.querySelectorAll('main input, main select, main button')].filter((control) =>
    !left.includes(control.id) && !control.closest('#wav > button') && (control.type === 'radio' || control.checkVisibility()));
  const control = controls[Math.floor(number * controls.length)];
  const name = control.id || control.value || control.textContent;
  const fire = (...events) => events.forEach((event) => control.dispatchEvent(new Event(event, { bubbles: true })));
  if (control.type === 'range') {
    control.value = +control.min + share * (control.max - control.min);
    fire('input', 'change');
  } else if (control.tagName === 'SELECT') {
    control.selectedIndex = Math.floor(share * control.options.length);
    fire('input', 'change');
  } else if (control.id === 'seed') {
    control.value = `${Math.floor(share * 2 ** 32)}`;
    fire('change');
  } else if (control.type === 'text') {
    control.value = share < 0.1 ? 'much' : `${share < 0.2 ? -1 : +(share * 10 ** Math.floor(4 * share)).toPrecision(3)}`;
    fire('change');
  } else {
    control.click();
  }
  return `${name} ${control.type === 'radio' ? '' : control.value}`;
}"""


def ready(page):
    page.wait_for_selector("html[data-ready]", state="attached", timeout=60000)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")


def line(page):
    """The line of the command for the rain of the page; also that of a preset, in the folder of the command."""
    page.click("#command")
    return page.input_value("#text")


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
    print(f"{count} walks from seed {seed}, Chromium {chromium.version}")
    page = chromium.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto((folder / "index.html").as_uri())
    ready(page)
    bad = 0
    # The first one chooses halfSine, a word with a capital letter.
    walks = [793071, *range(seed, seed + count)]
    for number in walks:
        chance = random.Random(number)
        steps = [page.evaluate(step, [chance.random(), chance.random()]) for _ in range(chance.randrange(3, 30))]
        page.evaluate("$('proof').hidden = true")
        page.click("#prove")
        page.wait_for_selector("#proof", timeout=120000)
        hash, sum = page.inner_text("#hash"), page.inner_text("#sum")
        run = subprocess.run([rainsynth, *shlex.split(hash)[1:], "-q"], cwd=work, capture_output=True, text=True)
        same = sum.split()[:1] == run.stdout.split()[:1]
        before = line(page)
        if chance.random() < 0.3:
            page.wait_for_timeout(700)
            page.reload()
            ready(page)
            same = same and line(page) == before
        if not same or errors:
            bad += 1
            checks.check(f"walk {number}", False, before, line(page), hash, sum, run.stdout, run.stderr, *errors, *steps)
            errors.clear()
    checks.check(f"the sound after {len(walks)} random walks is that of the command", bad == 0)
    chromium.close()
checks.end()
