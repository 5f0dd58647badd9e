"""drive.py RAINSYNTH BROWSER FOLDER SECONDS: uses FOLDER/index.html as a person does. See run."""
import array, functools, http.server, json, math, pathlib, re, shlex, subprocess, sys, tempfile, threading

from playwright.sync_api import sync_playwright

from checks import Checks

rainsynth, browser, folder, length = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), float(sys.argv[4])
screens = folder / "screens"
documentation = pathlib.Path(__file__).parents[3] / "Sources/RainFiles/RainFiles.docc/InAPageAndInC.md"
work = pathlib.Path(tempfile.mkdtemp())
checks = Checks()
check, measured = checks.check, checks.measured


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def command(line, *words, text=True):
    """What the command prints for a line that the page shows."""
    return subprocess.run([rainsynth, *shlex.split(line)[1:], *words], cwd=work, capture_output=True, text=text).stdout


def opened(context, address, **wait):
    page = context.new_page()
    page.requests = []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: check("no error in the page", False, error))
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached", timeout=60000)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    return page


def report(page):
    page.wait_for_timeout(300)
    return page.evaluate("window.rainReport")


def choose(page, preset):
    page.locator(f"input[value={preset}]").check(force=True)


def status(page):
    return page.inner_text("#status")


def set_field(page, name, text):
    field = page.locator(f"#s-{name} + input")
    field.fill(text)
    field.press("Enter")
    field.blur()


def where(page):
    """The flags of the weather and the place that the page shows."""
    return page.evaluate("`-p ${base.name}${hasPlace() ? ` --place ${said.place}` : ''}`")


def line_of(page):
    page.click("#command")
    return page.input_value("#text")


def scene(page, preset):
    """The drops of the scene have the frames, directions and distances of the command's list, and lie on that side."""
    seen = page.evaluate("""({ rate: audio.sampleRate, from: scene.now, to: scene.end, width: scene.width,
      drops: scene.drops.map(({ frame, azimuth, distance, x }) => [frame, azimuth, distance, x]) })""")
    listed = command(f"rainsynth drops {where(page)} -r {seen['rate']} -c 2 --from {seen['from'] / seen['rate'] + 0.01:.3f} "
                     f"--to {seen['to'] / seen['rate'] - 0.01:.3f} -d 1h", "-q")
    # An excerpt has no line of names: frame, seconds, diameter, speed, distance, azimuth in degrees.
    rows = [[float(word) for word in line.split(",")[:6]] for line in listed.splitlines()]
    missing = [row for row in rows if not any(
        frame == row[0] and abs((360 * azimuth - row[5] + 180) % 360 - 180) < 0.06 and abs(distance - row[4]) < 1e-3
        for frame, azimuth, distance, _ in seen["drops"])]
    check(f"the drops of the scene of {preset} are those of the list", len(rows) > 2 and not missing, len(rows), missing[:2])
    wrong = [drop for drop in seen["drops"] if (drop[3] - seen["width"] / 2) * math.sin(2 * math.pi * drop[1]) < -1e-6]
    check(f"the drops of {preset} fall on the side from which they sound", seen["drops"] and not wrong, wrong[:2])


def clock(page):
    """The scene shows the frame that sounds: the samples at a moment of the sound are found in those of the command."""
    at = page.evaluate("""() => {
      const samples = new Float32Array(4096);
      analyser.getFloatTimeDomainData(samples);
      const end = heard.frame + (audio.currentTime - heard.time) * audio.sampleRate;
      return { samples: [...samples], end, shown: heardFrame(), rate: audio.sampleRate,
        latency: (audio.outputLatency || 0) + (audio.baseLatency || 0) };
    }""")
    end, rate, length = int(at["end"]), int(at["rate"]), len(at["samples"])
    first = max(0, end - 2 * length)
    run = subprocess.run([rainsynth, "stream", "-q", "-p", "steady", "-r", str(rate), "-b", "f32", "-d", "1h", "--from",
                          f"{first / rate:.9f}s", "--to", f"{(end + 2 * length) / rate:.9f}s"], capture_output=True)
    stereo = array.array("f", run.stdout)
    command = [(left + right) / 2 for left, right in zip(stereo[::2], stereo[1::2])]
    apart = lambda place: sum(abs(a - b) for a, b in zip(at["samples"][::16], command[place:place + length:16]))
    place = min(range(len(command) - length), key=apart)
    error = first + place + length - at["end"]
    check("the clock of the scene is that of the sound, to a frame of the screen", abs(error) < rate / 60 and apart(place) < 1e-3,
          f"{1000 * error / rate:.1f} ms, {apart(place):.1e}")
    late = (at["end"] - at["shown"]) / rate
    check("and it waits for the loudspeaker", -1 / 60 < late < at["latency"] + 1 / 30, f"{1000 * late:.0f} ms of {1000 * at['latency']:.0f}")


def use(context, address):
    page = opened(context, address)
    outside = [url for url in page.requests if not url.startswith(("data:", "blob:")) and url != address]
    check("the page asks nothing of anybody", not outside, *outside)

    page.evaluate("""() => {
      window.firstSound = null;
      document.getElementById('play').addEventListener('click', (event) => {
        const pressed = event.timeStamp, samples = new Float32Array(4096);
        const look = () => {
          analyser.getFloatTimeDomainData(samples);
          if (samples.some((x) => Math.abs(x) > 1e-5)) window.firstSound = performance.now() - pressed;
          else setTimeout(look, 2);
        };
        look();
      });
    }""")
    page.focus("#play")
    page.keyboard.press("Space")
    page.wait_for_function("window.firstSound !== null", timeout=10000)
    first = page.evaluate("window.firstSound")
    measured("sound comes within 300 ms of the press", first < 300, f"{first:.0f} ms")
    before = report(page)
    rainfall = page.locator("#rainfall")
    rainfall.focus()
    for number in range(int(length * 4)):
        page.keyboard.press("ArrowRight" if number % 20 < 10 else "ArrowLeft")
        page.wait_for_timeout(230)
    after = report(page)
    blocks, late = after["blocks"] - before["blocks"], after["late"] - before["late"]
    measured("no block is late while a slider moves", late <= blocks // 2000, f"{late} of {blocks}, slowest {after['slowest']} ms")
    check("a slider takes no memory", after["memory"] == before["memory"], after["memory"])

    page.click("#play")
    check("it stops", page.get_attribute("#play", "aria-pressed") == "false")
    page.click("#play")
    presets = page.evaluate("presets.map((preset) => preset.name)")
    memory = []
    for number in range(100):
        choose(page, presets[number % len(presets)])
        page.wait_for_timeout(50)
        if number % 20 == 19:
            memory.append(report(page)["memory"])
    check("memory stays after a hundred presets", memory[-1] == memory[1], memory)

    # The presets end with places, and the weather leaves the place as it is.
    choose(page, "open")
    choose(page, "storm")
    page.wait_for_timeout(1500)
    check("a storm shows where it is", re.match(r"Storm: 0:0\d of 30:00", page.inner_text("#storm-title")))
    page.locator("#place").fill("720")
    page.wait_for_timeout(1500)
    check("a storm can be entered anywhere", page.inner_text("#storm-title").startswith("Storm: 12:0"))
    check("sliders follow a storm", page.inner_text("#strength").startswith("violent"), page.inner_text("#strength"))

    check("its command and its file are as long as it is", " -d " not in line_of(page) and "30:00" in page.inner_text("#length"))
    page.select_option("#length", "first 60")
    check("the first minute is a choice with a name", line_of(page).endswith("--to 60 -o storm.wav"), line_of(page))
    page.select_option("#length", "all")
    page.locator("#rainfall").press("ArrowRight")
    check("a slider that ends a storm says so", "stands still" in status(page), status(page))
    page.click("#pass-on")
    check("and the storm can pass on", "passes on" in status(page) and "--rainfall" not in line_of(page))
    line = line_of(page)
    page.locator("#volume").fill("20")
    check("volume is not part of the rain", line_of(page) == line and page.evaluate("volume.gain.value") < 1)

    page.locator("#rainfall").press("ArrowRight")
    page.locator("#s-distance").fill("1000")
    check("near or far is one setting", "--distance=12" in line_of(page), line_of(page))
    page.wait_for_timeout(900)
    line = line_of(page)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached", timeout=60000)
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    check("a reload gives the same rain", line_of(page) == line, line)
    # The list of drops below takes a rain that lasts, and no edits.
    choose(page, "steady")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("3")
    page.wait_for_timeout(1500)
    check("a digit chooses a place, which plays", page.get_attribute("#play", "aria-pressed") == "true" and "--place=tent" in line_of(page))
    page.select_option("#timer", "15")
    page.wait_for_timeout(2500)
    check("the timer counts down", re.match(r"stops in 14:5\d", page.inner_text("#left")), page.inner_text("#left"))
    page.evaluate("audio.suspend()")
    page.wait_for_timeout(500)
    check("it is seen that the system took the sound away", page.get_attribute("#play", "aria-pressed") == "false")
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_timeout(1000)
    check("and it goes on when it may", page.get_attribute("#play", "aria-pressed") == "true")
    page.select_option("#timer", "0")

    for preset in ("tent", "window", "puddles"):
        choose(page, preset)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(2500)
        scene(page, preset)
    page.close()
    page = opened(context, address + "#preset=steady")
    page.click("#play")
    page.wait_for_timeout(2000)
    clock(page)

    for preset, fields in (("storm", {"gain": "-3,5"}), ("steady", {}), ("tin-roof", {"dropLevel": "−2.25", "gust": "0,4"})):
        choose(page, preset)
        for name, text in fields.items():
            set_field(page, name, text)
        page.evaluate("document.getElementById('proof').hidden = true")
        page.click("#prove")
        page.wait_for_selector("#proof", timeout=60000)
        check(f"the hash of {preset} {fields} is that of the command",
              page.inner_text("#sum").split()[0] == command(page.inner_text("#hash"), "-q").split()[0])

    for is_loop in (False, True):
        page.set_checked("#loop", is_loop)
        page.select_option("#length", "whole 10")
        with page.expect_download() as waiting:
            page.click("#wav button >> nth=0")
        file = waiting.value.path()
        page.wait_for_function("document.getElementById('status').textContent.includes('The same file: ')")
        line = status(page).split("The same file: ")[1]
        command(line, "-q", "-f")
        same = pathlib.Path(file).read_bytes() == (work / waiting.value.suggested_filename).read_bytes()
        check("a download is the file of the command", same, line)
    page.set_checked("#loop", False)
    for channels in ("5.1", "3oa", "binaural", "1"):
        page.select_option("#channels", channels)
        with page.expect_download() as waiting:
            page.click("#wav button >> nth=0")
        file = waiting.value.path()
        page.wait_for_function(f"document.getElementById('status').textContent.includes('-c {channels} ')")
        line = status(page).split("The same file: ")[1]
        command(line, "-q", "-f")
        check("a download has the channels that were chosen",
              pathlib.Path(file).read_bytes() == (work / waiting.value.suggested_filename).read_bytes(), line)
        page.evaluate("document.getElementById('proof').hidden = true")
        page.click("#prove")
        page.wait_for_selector("#proof", timeout=60000)
        check(f"the hash of {channels} channels is that of the command",
              page.inner_text("#sum").split()[0] == command(page.inner_text("#hash"), "-q").split()[0])
    page.select_option("#length", "whole 3600")
    page.click("#wav button >> nth=0")
    page.wait_for_selector("#cancel")
    page.click("#cancel")
    page.wait_for_function("document.getElementById('status').textContent.startsWith('Stopped')")
    speeds = []
    page.select_option("#length", "whole 600")
    # Of a busy machine, the best of some.
    while len(speeds) < 5 and max(speeds, default=0) < 100:
        with page.expect_download():
            page.click("#wav button >> nth=0")
        page.wait_for_function("document.getElementById('status').textContent.includes('times as fast')")
        speeds.append(int(re.search(r"rendered (\d+) times", status(page))[1]))
    measured("a file comes a hundred times as fast as it sounds", max(speeds) >= 100, speeds)

    page.select_option("#length", "whole 60")
    page.select_option("#channels", "7.1")
    page.fill("#seed", "18446744073709551615")
    page.locator("#seed").press("Enter")
    page.locator("#s-surface").select_option(label="Metal")
    line = line_of(page)
    page.click("#share")
    other = opened(context, page.input_value("#text"))
    check("a link opens the same rain", line_of(other) == line, line)
    for wrong in ("gian=1", "preset=strom", "gain=99", "channels=9", "surface=moon", "seed=-1", "json=%7B", "rainfall=x"):
        other.evaluate(f"location.hash = '{wrong}'")
        other.wait_for_timeout(300)
        sentence = status(other)
        check(f"the address #{wrong} gives a sentence", sentence and line_of(other) == line, sentence)
    other.close()

    (work / "own.json").write_text('{"name": "own", "gain": -6, "curves": {"rainfall": [[0, 1], ["10m", "heavy"]]}}')
    (work / "wrong.json").write_text('{"name": "wrong",\n "gian": -6}')
    page.set_input_files("#file", work / "wrong.json")
    page.wait_for_timeout(500)
    sentence = subprocess.run([rainsynth, "hash", "-p", "wrong.json"], cwd=work, capture_output=True, text=True).stderr
    check("a wrong preset gets the sentence of the command", status(page) in sentence, status(page))
    check("and changes nothing", line_of(page) == line)
    page.set_input_files("#file", work / "own.json")
    page.wait_for_timeout(500)
    check("a preset file is opened", "own.json" in line_of(page), line_of(page))
    (work / "foa.json").write_text('{"name": "foa", "channels": "foa", "rate": 22050, "format": "f32"}')
    other = opened(context, address)
    other.set_input_files("#file", work / "foa.json")
    other.wait_for_timeout(500)
    check("a preset says what channels files have", other.input_value("#channels") == "foa")
    other.click("#prove")
    other.wait_for_selector("#proof", timeout=60000)
    check("the hash of a preset with a rate, a format and channels is that of the command",
          other.inner_text("#sum").split()[0] == command(other.inner_text("#hash"), "-q").split()[0])
    other.close()

    # The levels are taken down in the page, as the way from here takes time.
    page.evaluate("""() => {
      $('timer').append(new Option('soon', 0.1));
      window.levels = [];
      setInterval(() => { if (isPlaying) levels.push([audio.currentTime, fader.gain.value]); }, 20);
    }""")
    page.locator("#timer").select_option("0.1")
    page.wait_for_function("!isPlaying", timeout=20000)
    check("the timer stops it", page.get_attribute("#play", "aria-pressed") == "false")
    levels = page.evaluate("levels")
    start = next(time for time, level in levels if level < 0.999 and time > levels[0][0] + 1)
    fading = [(time - start, level) for time, level in levels if start < time < start + 1.9]
    check("the last third before the timer's end is a fade, as sin²", len(fading) > 3 and start > levels[0][0] + 3.5
          and all(abs(level - math.cos(math.pi / 4 * time) ** 2) < 0.08 for time, level in fading), start - levels[0][0], *fading[::9])
    page.click("#play")
    page.wait_for_timeout(1000)
    page.click("#play")
    page.wait_for_timeout(300)
    page.click("#play")
    page.wait_for_timeout(700)
    check("it plays on after a stop that was cut short", page.evaluate("[audio.state, fader.gain.value].join()") == "running,0"
          or page.evaluate("fader.gain.value") > 0)
    page.close()


def first_screen(context, address, width, height):
    """What stands on the first screen: the scene, the upper edge of the weathers, and the bar, whole and apart."""
    page = opened(context, address)
    page.set_viewport_size({"width": width, "height": height})
    is_flat, size = height < 480, f"{width} x {height}"
    for preset in ("steady", "storm"):
        choose(page, preset)
        page.evaluate("document.querySelector('input[value=tent]').click(), scrollTo(0, 0)")
        page.wait_for_timeout(300)
        box = page.evaluate("""() => {
          const box = (part) => { const { left, top, right, bottom } = part.getBoundingClientRect(); return { left, top, right, bottom }; };
          const parts = [...document.querySelectorAll('#bar > *')].filter((part) => part.checkVisibility());
          return { bar: box($('bar')), heading: box($('presets-title')), cards: box($('presets')), header: box(document.querySelector('#scene header')),
            storm: $('storm').hidden ? null : box($('storm')), scene: box($('scene')), parts: parts.map(box),
            names: parts.map((part) => part.id || part.querySelector('[id]').id) };
        }""")
        page.screenshot(path=screens / f"first-{size.replace(' ', '')}-{preset}.png")
        parts, bar = box["parts"], box["bar"]
        check(f"{size}, {preset}: the bar is whole", all(0 <= part["left"] and part["right"] <= width and bar["top"] <= part["top"]
              and part["bottom"] <= bar["bottom"] <= height for part in parts), parts)
        high = bar["bottom"] - bar["top"]
        check(f"{size}, {preset}: the bar leaves room", high < height * (0.25 if is_flat else 0.36), high)
        if is_flat:
            rows = [max(part["top"] for part in parts) < min(part["bottom"] for part in parts)]
            check(f"{size}: play, title and volume in one row", all(rows) and {"play", "title", "volume"} <= set(box["names"]), box["names"])
        check(f"{size}, {preset}: the weathers below are seen", box["heading"]["top"] >= box["scene"]["bottom"]
              and box["cards"]["top"] + 8 <= bar["top"], box["cards"], bar)
        check(f"{size}, {preset}: nothing lies on the names", not box["storm"] or box["header"]["bottom"] <= box["storm"]["top"] + 1,
              box["header"], box["storm"])
    page.evaluate("$('down').click()")
    page.wait_for_timeout(200)
    check(f"{size}: the places are one press away", 0 <= page.evaluate("$('places-title').getBoundingClientRect().top") < height / 2)
    sizes = page.evaluate("""[...document.querySelectorAll('#places label')].map((card) => {
      const { width, height } = card.querySelector('canvas').getBoundingClientRect(); return `${width.toFixed()} ${height.toFixed()}`; })""")
    check(f"{size}: all places are equally large", len(set(sizes)) == 1, *sizes)
    kinds = page.evaluate("""['presets', 'places', 'drops'].map((id) => [...$(id).querySelectorAll('input')].map(({ value }) => kindOf(value)))""")
    check("each card stands among its kind", all(set(found) == {kind} for kind, found in enumerate(kinds)), kinds)
    page.close()


def look(context, address, width, scheme):
    page = opened(context, address)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    choose(page, "storm")
    page.wait_for_timeout(300)
    page.screenshot(path=screens / f"{width}-{scheme}.png", full_page=True)
    wide = page.evaluate("""Math.max(document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('#bar > *')].map((part) => Math.ceil(part.getBoundingClientRect().right)))""")
    check(f"nothing is cut at {width} px", wide <= width, wide)
    try:
        from axe_playwright_python.sync_playwright import Axe
        flaws = [flaw["id"] for flaw in Axe().run(page).response["violations"]]
        check(f"axe finds nothing at {width} px, {scheme}", not flaws, *flaws)
    except ImportError:
        print("not here: axe-playwright-python")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("for (const box of document.querySelectorAll('#groups details')) box.open = false")
    reached = set()
    wanted = {"play", "rainfall", "volume", "s-surface", "timer", "place", "file", "seed", "length", "channels", "share", "command",
              "prove"}
    # Twice round at least, since the first Tab goes on from where somebody pressed last.
    for _ in range(400):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
        if wanted <= reached:
            break
    check("all is reached by the Tab key", wanted <= reached, *(wanted - reached))
    page.close()


def documented(language):
    """The example of a language in the documentation of the page."""
    return re.search(rf"```{language}\n(.*?)```", documentation.read_text(), re.S)[1]


def embed(context, server):
    """The lines of the documentation are a page that plays, stops and sets a rain within it."""
    lines = documented("html")
    check("it takes twelve lines to embed the page", lines.count("\n") == 12, lines.count("\n"))
    (folder / "around.html").write_text(f"<!DOCTYPE html>\n<title>around</title>\n{lines}")
    page = context.new_page()
    page.on("pageerror", lambda error: check("no error around or in the page", False, error))
    page.goto(f"{server}/around.html")
    inner = page.frame_locator("#rain")

    def state(**wanted):
        """What the page within says, once it is as it should be, or after a while."""
        for _ in range(80):
            page.wait_for_timeout(100)
            text = page.inner_text("#state")
            said = json.loads(text) if text else {}
            if said and all(said.get(key) == value for key, value in wanted.items()):
                break
        return said

    start = {"playing": False, "weather": "steady", "place": "tent", "rainfall": 10, "volume": 50, "says": ""}
    check("an embedded page says that it is ready", state(**start) == start, state())
    seen = inner.locator("body").evaluate("""(body) => [...body.querySelectorAll('main *')].filter((part) => part.checkVisibility()
      && /BUTTON|INPUT|SELECT|H[1-6]|SUMMARY|FOOTER|TEXTAREA/.test(part.tagName)).map((part) => part.id || part.tagName)""")
    check("it shows play and volume alone", sorted(seen) == ["play", "volume"], *seen)
    page.screenshot(path=screens / "embed.png")
    page.click("text=Rain")
    check("a button outside plays", state(playing=True)["playing"])
    page.wait_for_timeout(300)
    check("and it sounds", page.frames[1].evaluate("window.rainReport.frame") > 0)
    page.click("text=A storm in the car")
    wanted = {"playing": True, "weather": "storm", "place": "car", "volume": 60}
    check("weather, place and volume are set", wanted.items() <= state(**wanted).items(), state())
    check("the volume is heard", abs(page.frames[1].evaluate("new Promise((done) => setTimeout(() => done(volume.gain.value), 300))") - 0.36) < 0.01)
    page.locator("input").fill("20")
    check("a slider outside sets the rainfall", state(rainfall=20)["rainfall"] == 20)
    for message, says, kept in (
        ('{ rainfall: "violent", weather: "night" }', "stands still", {"weather": "night"}),
        ('{ weather: "strom" }', "strom", {"weather": "night"}), ('{ weather: "tent" }', "tent", {"weather": "night"}),
        ('{ weather: 7 }', "7", {"weather": "night"}), ('{ place: "storm" }', "storm", {"place": "car"}),
        ('{ rainfall: "much" }', "much", {"place": "car"}), ('{ rainfall: -1 }', "rainfall", {"place": "car"}),
        ('{ volume: 101 }', "101", {"volume": 60}), ('{ volume: "loud" }', "loud", {"volume": 60}),
        ('{ play: "yes" }', "true or false", {"playing": True}), ('{ gain: 3 }', "gain", {"volume": 60}),
        ('{ volume: null }', "null", {"volume": 60}), ("{ volume: '' }", "0 to 100", {"volume": 60}), ('{ volume: true }', "true", {"volume": 60}),
        ('{ volume: [] }', "[]", {"volume": 60}), ('{ volume: "60" }', "60", {"volume": 60}), ('{ volume: NaN }', "0 to 100", {"volume": 60}),
        ('{ volume: 60 }', "", {"volume": 60}), ('{ volume: 60, type: "a" }', "type", {"volume": 60}), ('{ volume: 60 }', "", {"volume": 60}),
        ('{ source: "an extension", type: "hello" }', None, {"volume": 60}), ('{ constructor: 1 }', None, {"volume": 60}),
        ("null", None, {"playing": True}), ("'play'", None, {"playing": True}),
        ("[]", None, {"playing": True}), ('{ volume: 0, place: "open" }', "", {"volume": 0, "place": "open"}),
        ('{ weather: "cave-drips" }', "", {"weather": "cave-drips", "place": ""}),
        ('{ weather: "light", place: "forest", rainfall: 3, volume: 25 }', "", {"weather": "light", "place": "forest", "volume": 25, "rainfall": 3}),
    ):
        page.evaluate(f"tell({message})")
        page.wait_for_timeout(150)
        said = state(**kept)
        # What is not for it leaves nothing.
        check(f"the message {message}", (not said["says"] if says is None else says in said["says"]) and kept.items() <= said.items(), said)
    page.click("text=Silence")
    check("a button outside stops", state(playing=False)["playing"] is False)
    inner.locator("#play").click()
    check("what is pressed inside is told outside", state(playing=True)["playing"])
    address = page.frames[1].evaluate("new Promise((done) => setTimeout(() => done(location.href), 600))")
    check("its address stays one to embed", "#embed&preset=light&place=forest&rainfall=3" in address, address)
    page.evaluate("""rain.src = 'index.html?again#embed', rain.onload = () => tell({ weather: 'night', play: true })""")
    check("a message that comes while it starts waits", state(weather="night", playing=True)["playing"], state())
    page.frames[1].evaluate("window.postMessage({ weather: 'storm' }, '*')")
    page.wait_for_timeout(300)
    check("only the page around is heard", state()["weather"] == "night", state())
    page.close()
    (folder / "around.html").unlink()
    page = opened(context, f"{server}/index.html")
    page.evaluate("window.postMessage({ weather: 'storm' }, '*')")
    page.wait_for_timeout(300)
    check("a page that is not embedded takes no messages", page.evaluate("base.name") == "steady")
    page.close()


def blocks(context, server):
    """The worklet of the documentation, and that of the page, in contexts with blocks of other lengths."""
    (folder / "worklet.js").write_text(documented("js"))
    page = opened(context, f"{server}/index.html")
    wave = array.array("f", command("rainsynth stream --to 0.25 -r 48000 -b f32 -d 1", "-q", text=False))
    for size in (None, 1, 64, 100, 256, 1000, 4096, "hardware"):
        heard = page.evaluate("""async (renderSizeHint) => {
          const rendered = async (module, processorOptions, message) => {
            const context = new OfflineAudioContext({ numberOfChannels: 2, length: 12000, sampleRate: 48000, ...renderSizeHint && { renderSizeHint } });
            await context.audioWorklet.addModule(module);
            const node = new AudioWorkletNode(context, 'rain', { outputChannelCount: [2], numberOfInputs: 0, processorOptions });
            node.connect(context.destination);
            if (message) await new Promise((done) => { node.port.onmessage = done; node.port.postMessage(message); setTimeout(done, 300); });
            const buffer = await context.startRendering();
            return [0, 1].map((channel) => [...buffer.getChannelData(channel)]);
          };
          const bytes = await (await fetch('rain.wasm')).arrayBuffer();
          return { documented: await rendered('worklet.js', { bytes }), own: await rendered(
            `data:text/javascript,${encodeURIComponent(texts[1] + texts[2])}`, { wasm: bytes }, { json: Engine.encoded(engine.json(rain)), frame: 0, seconds: 0 }) };
        }""", size)
        for whose, (left, right) in heard.items():
            check(f"blocks of {size}: the {whose} worklet has the samples of the command", left == list(wave[::2]) and right == list(wave[1::2]),
                  sum(a != b for a, b in zip(left, wave[::2])))
    page.close()
    (folder / "worklet.js").unlink()


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    print(f"Chromium {chromium.version}")
    disk = (folder / "index.html").as_uri()
    use(context, disk)
    for width, scheme in ((320, "light"), (320, "dark"), (1440, "light"), (1440, "dark")):
        look(context, disk, width, scheme)
    for size in ((480, 320), (568, 320), (667, 375), (844, 390), (320, 568), (390, 844), (768, 1024), (1440, 900)):
        first_screen(context, disk, *size)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = opened(context, f"http://127.0.0.1:{server.server_port}/index.html")
    page.click("#play")
    check("it plays from a server", (report(page) or {}).get("frame", 0) > 0)
    page.close()
    embed(context, f"http://127.0.0.1:{server.server_port}")
    blocks(context, f"http://127.0.0.1:{server.server_port}")
    chromium.close()
checks.end()
