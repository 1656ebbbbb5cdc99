#!/usr/bin/env python3
"""picture.py - make the README's pictures: assets/frieze.svg and assets/preview.png.

usage: cargo build && python3 assets/picture.py [target/debug/frieze]

Runs the demo in a temporary folder, takes what `status` and `show` print on a terminal of 96 columns,
and writes it as an SVG with the colours that a terminal would give it. Where there is a chromium, it also
photographs the preview of the checkout feature.
"""
import html
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

COLUMNS, CELL, LINE, MARGIN = 96, 8.43, 19, 18
COLOURS = {"31": "#e06c75", "32": "#98c379", "33": "#e5c07b"}


def printed(command, folder):
    """What a command prints on a terminal."""
    parent, child = pty.openpty()
    import fcntl, struct, termios

    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    env = dict(os.environ, TERM="xterm-256color")
    env.pop("NO_COLOR", None)
    process = subprocess.Popen(command, cwd=folder, stdout=child, stderr=subprocess.DEVNULL, env=env)
    os.close(child)
    text = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    process.wait()
    return text.decode().replace("\r", "").rstrip("\n").split("\n")


def line_of_svg(text, y):
    style, x, out = "", 0, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if code:
            value = code.group(1)
            style = {"1": 'font-weight="bold" fill="#ffffff"', "2": 'fill="#8a919e"'}.get(value, "")
            if value in COLOURS:
                style = f'fill="{COLOURS[value]}"'
        elif part:
            place = f'x="{MARGIN + x * CELL:.1f}" y="{y}" textLength="{len(part) * CELL:.1f}"'
            out.append(f'<text {place} {style} xml:space="preserve">{html.escape(part)}</text>')
            x += len(part)
    return "\n".join(out)


def photograph(page):
    if not shutil.which("chromium"):
        print("assets/preview.png was not made: no chromium")
        return
    with tempfile.TemporaryDirectory() as profile:
        flags = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking".split()
        place = [f"--user-data-dir={profile}", "--screenshot=assets/preview.png", "--window-size=1200,1000"]
        subprocess.run(["chromium", *flags, *place, f"file://{page}"], check=True, capture_output=True)


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/debug/frieze")
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "init", "--demo", folder], check=True, stdout=subprocess.DEVNULL)
        for words in (["status"], ["show", "loyalty"]):
            lines.append("\x1b[2m$\x1b[0m \x1b[1mfrieze " + " ".join(words) + "\x1b[0m")
            lines += printed([program, *words], folder) + [""]
        photograph(f"{folder}/features/checkout/design/preview.html")
    lines = lines[:44]
    height, width = len(lines) * LINE + 2 * MARGIN, COLUMNS * CELL + 2 * MARGIN
    body = "\n".join(line_of_svg(text, MARGIN + 14 + n * LINE) for n, text in enumerate(lines) if text)
    with open("assets/frieze.svg", "w", encoding="utf-8") as out:
        out.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" font-family="ui-monospace, Menlo, Consolas, monospace" '
            f'font-size="14" fill="#d7dae0">\n<title>frieze on the command line</title>\n'
            f'<rect width="100%" height="100%" rx="10" fill="#21252b"/>\n{body}\n</svg>\n'
        )


if __name__ == "__main__":
    main()
