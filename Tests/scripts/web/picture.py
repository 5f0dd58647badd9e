"""picture.py BROWSER FOLDER FILE.jpg: the picture of FOLDER/index.html in the README, in the four seconds of its spectrogram."""
import pathlib, sys

from playwright.sync_api import sync_playwright

browser, folder, file = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
    page = chromium.new_page(viewport={"width": 1056, "height": 660})
    page.goto((folder / "index.html").as_uri() + "#preset=puddles")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.click("#play")
    page.wait_for_function("now() > 5.5")
    page.screenshot(path=file, type="jpeg", quality=82)
    chromium.close()
