// node freeze.mjs FOLDER INTENT ROUNDS: freezes a design; prints the milliseconds that one freeze takes.
import { promises as fs, readFileSync } from 'node:fs';
import { canonical, median, sha256 } from './json.mjs';
import { append, replace } from './durable.mjs';

const [root, intent, rounds = '20'] = process.argv.slice(2);
const page = '<p>' + readFileSync(intent, 'utf8').slice(0, 20000);
const times = [];
for (let n = 0; n < Number(rounds); n++) {
  const home = `${root}/features/z-${n}/design`;
  await fs.mkdir(`${home}/final`, { recursive: true });
  await fs.copyFile(intent, `${home}/intent.json`);
  const began = performance.now();
  const text = canonical(JSON.parse(await fs.readFile(`${home}/intent.json`, 'utf8')));
  const checksum = sha256(text);
  await replace(`${home}/final/intent.json`, text);
  await replace(`${home}/final/preview.html`, page);
  await replace(`${home}/final/FROZEN.md`, `---\nchecksumSHA256: ${checksum}\npreviewSha256: ${sha256(page)}\n---\n`);
  await replace(`${home}/state.json`, JSON.stringify({ state: 'FROZEN', checksum }, null, 2));
  await append(`${home}/journal.jsonl`, JSON.stringify({ kind: 'freeze', checksum }) + '\n');
  times.push(performance.now() - began);
}
console.log(median(times));
