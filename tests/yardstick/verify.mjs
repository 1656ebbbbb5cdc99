// node verify.mjs WORKSPACE: every frozen design against the checksum in its marker.
import { readFileSync, readdirSync } from 'node:fs';
import { canonical, sha256 } from './json.mjs';

const root = process.argv[2] + '/features';
let bad = 0;
let count = 0;
for (const id of readdirSync(root).sort()) {
  const home = `${root}/${id}/design`;
  const state = JSON.parse(readFileSync(`${home}/state.json`, 'utf8'));
  const marker = readFileSync(`${home}/final/FROZEN.md`, 'utf8');
  const said = /^checksumSHA256: "?([0-9a-f]{64})/m.exec(marker)?.[1];
  const preview = /^previewSha256: "?([0-9a-f]{64})/m.exec(marker)?.[1];
  const actual = sha256(canonical(JSON.parse(readFileSync(`${home}/final/intent.json`, 'utf8'))));
  const page = sha256(readFileSync(`${home}/final/preview.html`));
  const ok = said === actual && preview === page && state.frozen.checksumSHA256 === actual && state.frozen.markerSha256 === sha256(marker);
  count += 1;
  if (!ok) bad += 1;
}
console.log(`${count} verified, ${bad} bad`);
process.exitCode = bad ? 2 : 0;
