#!/usr/bin/env python3
"""screen.py - make the README's pictures of the screen: assets/screen.svg and assets/diff.svg.

usage: cargo build && python3 assets/screen.py [target/debug/frieze]

Runs the demo in a temporary folder, opens the real screen in a tmux of its own (120 columns, 36 lines), presses the
keys of a short story, and writes the screen as SVG. The pictures follow the reader's light or dark scheme.
"""
import html
import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

COLUMNS, LINES, CELL, LINE, MARGIN = 120, 36, 8.4, 18, 16
PATIENCE = 60
# Name: light, dark. The sixteen colours of a terminal, as far as the screen uses them.
COLOURS = {
    "paper": ("#ffffff", "#1f2329"), "ink": ("#24292f", "#d7dae0"), "edge": ("#d0d7de", "#1f2329"),
    "c1": ("#c5303a", "#e06c75"), "c2": ("#1a7f37", "#98c379"), "c3": ("#8a6100", "#e5c07b"),
    "c4": ("#0b5fc4", "#61afef"), "c5": ("#8250df", "#c678dd"), "c6": ("#0b7285", "#56b6c2"),
}
WORDS = 'add state error to screen "Check the balance": The balance cannot be read; rename screen "Help with a lost card" to "Lost card"; set goal of "Close the books" to "The books agree with the cards"'
# Lines that have to meet are drawn, not written: left, right, up, down.
BOX = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud", "┬": "lrd",
    "┴": "lru", "┼": "lrud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "╶": "r", "╴": "l", "╵": "u", "╷": "d",
    "┄": "lr", "┆": "ud", "╌": "lr", "═": "lr", "║": "ud", "━": "lr", "┃": "ud",
}
DASHED = "┄┆╌"
HEAVY = "━┃"
BLOCKS = {c: (n + 1) / 8 for n, c in enumerate("▁▂▃▄▅▆▇█")}


class Screen:
    """The real program in a terminal."""

    def __init__(self, command, folder):
        self.tmux = ["tmux", "-L", f"picture-{os.getpid()}"]
        with open(f"{folder}/.tmux.conf", "w", encoding="utf-8") as conf:
            conf.write('set -g status off\nset -g escape-time 0\nset -g default-terminal "tmux-256color"\n')
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        new = ["-f", f"{folder}/.tmux.conf", "new-session", "-d", *size, "-c", folder, *command]
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TMUX")}
        subprocess.run([*self.tmux, *new], check=True, env=env)

    def ask(self, *words):
        return subprocess.run([*self.tmux, *words], check=True, capture_output=True, text=True).stdout

    def wait(self, *texts):
        since = time.monotonic()
        while not all(text in (shown := self.ask("capture-pane", "-p")) for text in texts):
            if time.monotonic() - since > PATIENCE:
                sys.exit(f"{texts} never came:\n{shown}")
            time.sleep(0.05)

    def keys(self, *keys):
        for key in keys:
            self.ask("send-keys", key)
            time.sleep(0.15)

    def write(self, text):
        self.ask("send-keys", "-l", text)
        time.sleep(0.15)

    def select(self, feature):
        for key in "JJJJJJKKKKKK":
            if f" {feature} ─ " in self.ask("capture-pane", "-p"):
                return
            self.keys(key)
        sys.exit(f"{feature} cannot be selected")

    def lines(self):
        time.sleep(0.3)
        return self.ask("capture-pane", "-p", "-e", "-N").rstrip("\n").split("\n")

    def close(self):
        subprocess.run([*self.tmux, "kill-server"], check=False, capture_output=True)


def cells(lines):
    """The characters of each line, with their places and styles. A style applies until the next one."""
    style = frozenset()
    for text in lines:
        placed, style = placed_in(text, style)
        yield placed


def placed_in(text, style):
    placed, x = [], 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if code:
            style = restyled(style, [int(n or 0) for n in code.group(1).split(";")])
            continue
        for character in re.sub(r"\x1b[()].|\x0e|\x0f", "", part):
            wide = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            placed.append((character, x, wide, style))
            x += 0 if unicodedata.combining(character) else wide
    return placed, style


def restyled(style, codes):
    names = {1: "bold", 2: "dim", 4: "under", 7: "reverse"}
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = frozenset()
        elif code in names:
            style |= {names[code]}
        elif code == 22:
            style -= {"bold", "dim"}
        elif code in (24, 27):
            style -= {names[code - 20]}
        elif 30 <= code <= 37 or code == 39:
            style = frozenset(s for s in style if not s.startswith("c")) | ({f"c{code - 30}"} if code < 38 else set())
        elif code == 38 and codes[:1] == [5]:
            style = frozenset(s for s in style if not s.startswith("c")) | {f"c{codes[1]}"}
            del codes[:2]
    return style


def drawn(character, x, y, look):
    """A line or a block, drawn so that it meets its neighbours."""
    left, top = MARGIN + x * CELL, MARGIN + y * LINE
    if character in BLOCKS:
        height = LINE * BLOCKS[character]
        place = f'x="{left:.1f}" y="{top + LINE - height:.1f}" width="{CELL:.1f}" height="{height:.1f}"'
        return f'<rect {place} class="{look} block"/>'
    mid_x, mid_y = left + CELL / 2, top + LINE / 2
    ends = {"l": (left, mid_y), "r": (left + CELL, mid_y), "u": (mid_x, top), "d": (mid_x, top + LINE)}
    path = "".join(f"M{mid_x:.1f} {mid_y:.1f}L{ends[e][0]:.1f} {ends[e][1]:.1f}" for e in BOX[character])
    dashes = ' stroke-dasharray="2 2"' if character in DASHED else ""
    heavy = ' style="stroke-width:3"' if character in HEAVY else ""
    return f'<path d="{path}" class="{look} line"{dashes}{heavy}/>'


def line_of_svg(placed, y):
    shapes, runs = [], []
    for character, x, wide, style in placed:
        look = " ".join(sorted(style - {"reverse", "under"})) or "ink"
        if "reverse" in style:
            place = f'x="{MARGIN + x * CELL:.1f}" y="{MARGIN + y * LINE:.1f}" height="{LINE}" width="{wide * CELL + 0.1:.1f}"'
            shapes.append(f'<rect {place} class="{look} block"/>')
            look = "paper " + " ".join(sorted(style & {"bold"}))
        if "under" in style:
            look += " under"
        if (character in BOX or character in BLOCKS) and "reverse" not in style:
            shapes.append(drawn(character, x, y, look))
        elif character != " " or "under" in style:
            ends = runs and runs[-1][1] + runs[-1][2]
            gap = runs[-1:] and x - ends
            if runs and runs[-1][0] == look and 0 <= gap <= 1 and unicodedata.east_asian_width(character) in ("Na", "H", "N"):
                runs[-1][3] += " " * gap + character
                runs[-1][2] += gap + wide
            else:
                runs.append([look, x, wide, character])
    for look, x, columns, run in runs:
        place = f'x="{MARGIN + x * CELL:.1f}" y="{MARGIN + y * LINE + 13.5:.1f}" textLength="{columns * CELL:.1f}"'
        shapes.append(f'<text {place} lengthAdjust="spacingAndGlyphs" class="{look.strip()}">{html.escape(run)}</text>')
    return "\n".join(shapes)


def scheme(which):
    return "".join(
        f".{name}{{fill:{pair[which]}}}.{name}.line{{stroke:{pair[which]}}}" for name, pair in COLOURS.items()
    ) + f".bold,.dim,.under{{fill:{COLOURS['ink'][which]}}}.bold.line,.dim.line{{stroke:{COLOURS['ink'][which]}}}" + "".join(
        f".{name}.bold,.{name}.dim,.{name}.under{{fill:{pair[which]}}}.{name}.bold.line,.{name}.dim.line{{stroke:{pair[which]}}}"
        for name, pair in COLOURS.items()
    )


def save(path, title, lines):
    width, height = COLUMNS * CELL + 2 * MARGIN, LINES * LINE + 2 * MARGIN
    style = (
        "text{white-space:pre}.bold{font-weight:bold}.dim{opacity:.6}.under{text-decoration:underline}"
        ".line{fill:none!important;stroke-width:1.2}.block{shape-rendering:crispEdges}" + scheme(0)
        + "@media(prefers-color-scheme:dark){" + scheme(1) + "}"
    )
    body = "\n".join(filter(None, (line_of_svg(placed, y) for y, placed in enumerate(cells(lines)))))
    with open(path, "w", encoding="utf-8") as out:
        out.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" '
            f'font-size="13.5">\n<title>{title}</title>\n<style>{style}</style>\n'
            f'<rect class="edge" width="100%" height="100%" rx="10"/>\n'
            f'<rect class="paper" x="1" y="1" width="{width - 2:.0f}" height="{height - 2:.0f}" rx="9"/>\n{body}\n</svg>\n'
        )


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/debug/frieze")
    with tempfile.TemporaryDirectory() as above:
        folder = f"{above}/acme-shop"
        subprocess.run([program, "init", "--demo", folder], check=True, stdout=subprocess.DEVNULL)
        screen = Screen([program], folder)
        try:
            screen.wait("6 need you", "checkout")
            screen.select("refunds")
            screen.keys("d")
            screen.wait("Choose an action.")
            screen.keys("a")
            screen.wait("to approve, type")
            screen.write("refunds")
            screen.keys("Enter")
            screen.wait("1 frozen", "5 need you")
            screen.select("gift-cards")
            screen.keys("d")
            screen.wait("Choose an action.")
            screen.keys("r")
            screen.wait("What should change?")
            screen.write(WORDS)
            screen.wait("draft saved")
            screen.keys("C-s")
            screen.wait("5 need you", "1 frozen")
            screen.select("gift-cards")
            screen.wait("gift-cards ─ CANDIDATE · iteration 2")
            screen.keys("1")
            screen.wait("d decide")
            save("assets/screen.svg", "the screen of frieze", screen.lines())
            screen.keys("3")
            screen.wait("Diff", "changed")
            save("assets/diff.svg", "what a rejection changed", screen.lines())
            screen.keys("q")
        finally:
            screen.close()


if __name__ == "__main__":
    main()
