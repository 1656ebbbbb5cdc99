// node status.mjs WORKSPACE: lists every feature with its state, as JSON.
import { readFileSync, readdirSync } from 'node:fs';

const root = process.argv[2] + '/features';
const features = [];
for (const id of readdirSync(root).sort()) {
  let state = { state: 'IDLE', iteration: 0 };
  try {
    state = JSON.parse(readFileSync(`${root}/${id}/design/state.json`, 'utf8'));
  } catch (e) {
    if (e.code !== 'ENOENT') state = { state: 'UNREADABLE', iteration: 0, reason: String(e) };
  }
  const scores = state.scoreHistory ?? [];
  const score = scores.length ? scores[scores.length - 1][1] : null;
  features.push({ id, state: state.state, iteration: state.iteration, score, threshold: state.run?.pins.threshold ?? null });
}
console.log(JSON.stringify({ schemaVersion: 1, features }, null, 2));
