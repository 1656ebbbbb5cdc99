#!/usr/bin/env python3
"""Promise P19 in a real browser: hostile previews are opened in headless chromium while a loopback server,
which is also the browser's proxy, counts what is asked for. A control page that does ask proves that the
counter counts. Exits 0 when no preview asked for anything, 1 otherwise, 77 where it cannot be run."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Requests of the browser itself, for any page.
BROWSERS_OWN = ("google", "gstatic", "chromium", "gvt1")

asked = []


class Counter(BaseHTTPRequestHandler):
    """Answers every request with nothing and writes it down."""

    def answer(self):
        asked.append(f"{self.command} {self.path}")
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_HEAD = do_POST = do_OPTIONS = do_CONNECT = answer

    def log_message(self, *_):
        pass


def not_run(why):
    print(f"not run: {why}")
    sys.exit(77)


def open_page(browser, page, port):
    """Opens a page for long enough that everything it wants to load is asked for; answers what was asked."""
    before = len(asked)
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-default-apps", f"--user-data-dir={profile}",
            f"--proxy-server=http://127.0.0.1:{port}", "--virtual-time-budget=4000", "--dump-dom", page.as_uri(),
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    if b"</html>" not in done.stdout:
        not_run(f"{browser} did not show {page.name}")
    return [a for a in asked[before:] if not any(own in a for own in BROWSERS_OWN)]


def main():
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        not_run("no chromium")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Counter)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        wanted = {**os.environ, "FRIEZE_PREVIEW_OUT": str(folder), "FRIEZE_PREVIEW_PORT": str(port)}
        # Without -p: another set of packages has other features, and would be compiled again.
        tests = ["cargo", "test", "-q", "--test", "preview"]
        subprocess.run(tests, cwd=ROOT, env=wanted, check=True, stdout=subprocess.DEVNULL)
        pages = sorted(folder.glob("*.html"))
        if not pages:
            not_run("no pages were written")
        control = folder / "control.htm"
        control.write_text(
            f"<html><img src=http://127.0.0.1:{port}/direct><img src=http://evil.example/proxied><p>control</html>"
        )
        requested = open_page(browser, control, port)
        if not any("/direct" in a for a in requested) or not any("evil.example" in a for a in requested):
            not_run(f"the control page's requests were not seen: {requested}")
        guilty = 0
        for page in pages:
            found = open_page(browser, page, port)
            guilty += len(found)
            for request in found:
                print(f"{page.name}: {request}")
        print(f"{len(pages)} previews, {guilty} requests (control page: {len(requested)})")
        sys.exit(1 if guilty else 0)


main()
