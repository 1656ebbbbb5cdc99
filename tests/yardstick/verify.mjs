// node verify.mjs WORKSPACE: every frozen design against everything that its marker names.
import { readFileSync, readdirSync } from 'node:fs';
import { canonical, sha256 } from './json.mjs';

const root = process.argv[2] + '/features';
let bad = 0;
let count = 0;

// The journal is an unbroken chain, and the decision is in it where the marker says.
function chain(bytes, tip) {
  let before = sha256('');
  let seq = 0;
  let decided = false;
  for (const line of bytes.toString('utf8').split('\n').slice(0, -1)) {
    const entry = JSON.parse(line);
    if (entry.prev !== before || entry.seq !== seq + 1) return false;
    decided ||= entry.kind === 'decision' && entry.prev === tip && entry.data.choice === 'approve';
    before = sha256(line);
    seq = entry.seq;
  }
  return decided;
}

for (const id of readdirSync(root).sort()) {
  const home = `${root}/${id}/design`;
  const state = JSON.parse(readFileSync(`${home}/state.json`, 'utf8'));
  const marker = readFileSync(`${home}/final/FROZEN.md`, 'utf8');
  const front = {};
  for (const line of marker.split('\n---\n')[0].split('\n')) {
    const [, key, value] = /^(\w+): "?(.*?)"?$/.exec(line) ?? [];
    if (key) front[key] = value;
  }
  const fields = marker.slice(4, marker.indexOf('\n---\n', 4) + 1).replace(/^checksum:.*\n/m, '');
  const actual = sha256(canonical(JSON.parse(readFileSync(`${home}/final/intent.json`, 'utf8'))));
  const of = (path) => sha256(readFileSync(path));
  const ok =
    sha256(fields) === front.checksum &&
    front.featureId === id &&
    front.checksumSHA256 === actual &&
    front.previewSha256 === of(`${home}/final/preview.html`) &&
    front.critiqueSha256 === of(`${home}/critique.json`) &&
    front.briefSha256 === of(`${root}/${id}/brief.md`) &&
    chain(readFileSync(`${home}/journal.jsonl`), front.journalTip) &&
    state.featureId === id &&
    state.frozen.checksumSHA256 === actual &&
    state.frozen.number === Number(front.freezeNumber) &&
    state.frozen.approver === front.approver &&
    state.run.briefSha256 === front.briefSha256 &&
    state.frozen.markerSha256 === sha256(marker);
  count += 1;
  if (!ok) bad += 1;
}
console.log(`${count} verified, ${bad} bad`);
process.exitCode = bad ? 2 : 0;
