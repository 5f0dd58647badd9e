"""firefox.py RAINSYNTH BROWSER FOLDER SECONDS: plays FOLDER/index.html in a headless Firefox, over WebDriver BiDi."""
import asyncio, base64, json, pathlib, shlex, subprocess, sys, tempfile

import websockets

from checks import Checks

rainsynth, browser, folder, length = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), float(sys.argv[4])
checks = Checks("Firefox: ")
check, measured = checks.check, checks.measured


async def use(socket):
    number = 0

    async def call(method, **words):
        nonlocal number
        number += 1
        await socket.send(json.dumps({"id": number, "method": method, "params": words}))
        async with asyncio.timeout(60):
            while (answer := json.loads(await socket.recv())).get("id") != number:
                pass
        return answer["result"]

    await call("session.new", capabilities={})
    context = (await call("browsingContext.getTree"))["contexts"][0]["context"]

    async def value(script):
        """The value of an expression, which may act as a person's press."""
        answer = await call("script.evaluate", expression=f"JSON.stringify({script})", target={"context": context},
                            awaitPromise=True, userActivation=True)
        return json.loads(answer["result"].get("value", "null"))

    async def until(script, seconds=20):
        for _ in range(int(10 * seconds)):
            if await value(script):
                return True
            await asyncio.sleep(0.1)
        return False

    await call("browsingContext.navigate", context=context, url=(folder / "index.html").as_uri(), wait="complete")
    check("the page starts from a disk", await until("document.documentElement.dataset.ready === 'yes'"))
    await value("$('play').click()")
    if await until("window.rainReport", 5):
        before = await value("rainReport")
        for step in range(int(2 * length)):
            await value(f"change(named('rainfall'), {1 + step % 40}) ?? 0")
            await asyncio.sleep(0.5)
        after = await value("rainReport")
        blocks, late = after["blocks"] - before["blocks"], after["late"] - before["late"]
        measured("no block is late while a slider moves", late <= blocks // 2000, f"{late} of {blocks}")
        check("a slider takes no memory", after["memory"] == before["memory"], after["memory"])
        await value("document.querySelector('input[value=storm]').click()")
        check("a storm begins", await until("/Storm: 0:0[1-9]/.test($('storm-title').textContent)"))
    else:
        print("Firefox: not here: its sound, as it finds no sound card; pulseaudio has a silent one")
        await value("document.querySelector('input[value=storm]').click()")
    await value("$('prove').click()")
    await until("!$('proof').hidden", 60)
    line = shlex.split(await value("$('hash').textContent"))[1:]
    expected = subprocess.run([rainsynth, *line, "-q"], capture_output=True, text=True).stdout.split()[0]
    check("its hash is that of the command", (await value("$('sum').textContent")).split()[0] == expected)
    shot = await call("browsingContext.captureScreenshot", context=context)
    (folder / "screens" / "firefox.png").write_bytes(base64.b64decode(shot["data"]))


async def attempt():
    profile = pathlib.Path(tempfile.mkdtemp())
    (profile / "user.js").write_text('user_pref("remote.active-protocols", 1);\nuser_pref("media.autoplay.default", 0);\n')
    firefox = subprocess.Popen([browser, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
                               stderr=subprocess.PIPE, text=True)
    try:
        address = next(line.split()[-1] for line in firefox.stderr if "BiDi listening" in line)
        async with websockets.connect(f"{address}/session", max_size=None) as socket:
            await use(socket)
    finally:
        firefox.terminate()


asyncio.run(attempt())
checks.end()
