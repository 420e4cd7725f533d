#!/usr/bin/env python3
"""Opens the page of the samples in Chromium, as a desktop and as a phone: drags, taps, and keeps pictures.

usage: page_test.py CHROMIUM PAGE FOLDER     writes FOLDER/why.png, FOLDER/desktop.png and FOLDER/phone.png
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Browser:
    """Chromium without a window, by its protocol for tools."""

    def __init__(self, chromium, profile):
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def with_pipes():  # the browser reads 3 and writes 4
            kept = os.dup(to_read), os.dup(to_write)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self.process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=with_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count, self.rest, self.session, self.faults = 0, b"", None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.call("Runtime.enable")
        self.call("Page.enable")

    def message(self):
        while b"\0" not in self.rest:
            self.rest += os.read(self.back, 1 << 20) or sys.exit("the browser has ended")
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.message()
            if answer.get("method") == "Runtime.exceptionThrown":
                fault = answer["params"]["exceptionDetails"]
                self.faults.append(fault.get("exception", {}).get("description", fault["text"])[:200])
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)["result"].get("value")

    def wait(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                sys.exit(f"the page never had: {expression}\n{self.faults}")
            time.sleep(0.1)

    def open(self, page, sample, width, height, is_phone):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=f"file://{page}#{sample}")
        self.wait("/step [1-9]/.test(document.getElementById('numbers')?.textContent)")

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def touch(self, kind, *points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def picture(self, file):
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


def text(browser, id):
    return browser.value(f"document.getElementById('{id}').textContent")


def expect(condition, what):
    if not condition:
        sys.exit(f"expected: {what}")


def desktop(browser, page, folder):
    browser.open(page, "Pyramid", 1280, 720, is_phone=False)
    browser.wait(r"/\n0 of/.test(document.getElementById('numbers').textContent)")  # asleep
    browser.value("document.querySelector('#layers input').click()")
    x, y = 640, 400
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseReleased", x, y)
    browser.wait("/kg/.test(document.getElementById('chosen').textContent)")
    browser.wait("document.querySelector('#near button') !== null")
    browser.value("document.querySelector('#near button').click()")
    expect("planes" in text(browser, "explanation"), "an explanation")
    browser.picture(folder / "why.png")
    before = text(browser, "numbers")
    browser.mouse("mousePressed", x, y)
    for i in range(20):
        browser.mouse("mouseMoved", x + 8 * i, y - 6 * i)
        time.sleep(0.05)
    browser.wait(r"!/\n0 of/.test(document.getElementById('numbers').textContent)")
    expect(text(browser, "numbers") != before, "bodies that move")
    browser.mouse("mouseReleased", x + 160, y - 120)
    browser.value("document.getElementById('pause').click()")
    browser.picture(folder / "desktop.png")


def phone(browser, page, folder):
    browser.open(page, "Crates%20on%20hills", 390, 844, is_phone=True)
    box = browser.value("JSON.stringify(document.querySelector('aside').getBoundingClientRect())")
    expect(json.loads(box)["top"] > 844 / 2, "the panel in the lower half")
    expect(browser.value("document.documentElement.scrollWidth") <= 390, "nothing wider than the phone")
    before = browser.value("location.hash")
    browser.value("document.getElementById('next').click()")
    expect(browser.value("location.hash") != before, "another sample")
    browser.value("document.getElementById('previous').click()")
    browser.touch("touchStart", (100, 200), (300, 200))
    browser.touch("touchMove", (140, 220), (260, 220))
    browser.touch("touchEnd")
    time.sleep(2)
    browser.picture(folder / "phone.png")


def main():
    chromium, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(chromium, profile)
        try:
            desktop(browser, page, folder)
            phone(browser, page, folder)
            expect(not browser.faults, f"no fault: {browser.faults}")
        finally:
            browser.process.kill()
            browser.process.wait()
    print("the page works")


if __name__ == "__main__":
    main()
