// node verify.mjs WORKSPACE: every frozen design against everything that its marker names.
import { readFileSync, readdirSync } from 'node:fs';
import { canonical, sha256 } from './json.mjs';

const root = process.argv[2] + '/features';
let bad = 0;
let count = 0;

// The journal is an unbroken chain, the decision is in it where the marker says, and it ends where the record says.
function chain(bytes, front, end) {
  let before = sha256('');
  let seq = 0;
  let decided = false;
  let ends = false;
  for (const line of bytes.toString('utf8').split('\n').slice(0, -1)) {
    const entry = JSON.parse(line);
    if (entry.prev !== before || entry.seq !== seq + 1) return false;
    decided ||=
      entry.kind === 'decision' &&
      entry.prev === front.journalTip &&
      entry.data.choice === 'approve' &&
      entry.data.intentSha256 === front.checksumSHA256 &&
      entry.data.iteration === Number(front.iterationCount);
    before = sha256(line);
    seq = entry.seq;
    ends ||= seq === end.seq && before === end.lineSha256;
  }
  return decided && ends;
}

// The bold lines say what the front matter says, each once.
function agrees(body, front) {
  const yes = (flag) => (flag === 'true' ? 'yes' : 'no');
  const said = new Map();
  for (const [, label, value] of body.matchAll(/^\*\*(.+?):\*\* (.*)$/gm)) {
    if (said.has(label)) return false;
    said.set(label, value);
  }
  return Object.entries({
    Feature: front.featureId,
    'Quality Threshold': front.qualityThreshold + '/100',
    'Final Score': front.finalScore + '/100',
    'Checksum (SHA-256)': front.checksumSHA256,
    Iteration: front.iterationCount,
    'Freeze Number': front.freezeNumber,
    Approver: front.approver.replace(/[\\`*_[\]<>&#|~{}$]/g, '\\$&'),
    'Frozen At': front.frozenAt,
    'Approved Unseen': yes(front.approvedUnseen),
    Signed: yes(front.signed),
  }).every(([label, value]) => said.get(label) === value);
}

for (const id of readdirSync(root).sort()) {
  const home = `${root}/${id}/design`;
  const state = JSON.parse(readFileSync(`${home}/state.json`, 'utf8'));
  const marker = readFileSync(`${home}/final/FROZEN.md`, 'utf8');
  const close = marker.indexOf('\n---\n', 4);
  const front = {};
  for (const line of marker.slice(0, close).split('\n')) {
    const [, key, value] = /^(\w+): "?(.*?)"?$/.exec(line) ?? [];
    if (key) front[key] = value;
  }
  const fields = marker.slice(4, close + 1).replace(/^checksum:.*\n/m, '');
  const actual = sha256(canonical(JSON.parse(readFileSync(`${home}/final/intent.json`, 'utf8'))));
  const of = (path) => sha256(readFileSync(path));
  const ok =
    sha256(fields) === front.checksum &&
    agrees(marker.slice(close), front) &&
    front.featureId === id &&
    front.checksumSHA256 === actual &&
    front.previewSha256 === of(`${home}/final/preview.html`) &&
    front.critiqueSha256 === of(`${home}/critique.json`) &&
    front.briefSha256 === of(`${root}/${id}/brief.md`) &&
    chain(readFileSync(`${home}/journal.jsonl`), front, state.journal) &&
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
