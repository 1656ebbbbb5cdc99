// node freeze.mjs FOLDER INTENT ROUNDS: freezes a design as the product does: the decision goes into the journal, then
// the three files of `final/` with the marker last, then the record, then the journal's line; as many bytes of each as
// the product writes for a design of this length. Prints the milliseconds that one freeze takes.
import { promises as fs, readFileSync } from 'node:fs';
import { canonical, median, sha256 } from './json.mjs';
import { append, makeFolder, replace } from './durable.mjs';

const [root, intent, rounds = '20'] = process.argv.slice(2);
const filled = (start, length) => start + 'x'.repeat(Math.max(0, length - start.length));
const page = filled('<p>', 65_000);
const times = [];
for (let n = 0; n < Number(rounds); n++) {
  const home = `${root}/features/z-${n}/design`;
  await fs.mkdir(home, { recursive: true });
  await fs.copyFile(intent, `${home}/intent.json`);
  await append(`${home}/journal.jsonl`, '{}\n');
  const began = performance.now();
  const text = canonical(JSON.parse(await fs.readFile(`${home}/intent.json`, 'utf8')));
  const checksum = sha256(text);
  await append(`${home}/journal.jsonl`, filled(JSON.stringify({ kind: 'decision', checksum }), 350) + '\n');
  await makeFolder(`${home}/final`);
  await replace(`${home}/final/intent.json`, text);
  await replace(`${home}/final/preview.html`, page);
  const marker = `---\nchecksumSHA256: ${checksum}\npreviewSha256: ${sha256(page)}\n---\n`;
  await replace(`${home}/final/FROZEN.md`, filled(marker, 2_600));
  await replace(`${home}/state.json`, filled(JSON.stringify({ state: 'FROZEN', checksum }, null, 2), 5_700));
  await append(`${home}/journal.jsonl`, filled(JSON.stringify({ kind: 'freeze', checksum }), 670) + '\n');
  times.push(performance.now() - began);
}
console.log(median(times));
