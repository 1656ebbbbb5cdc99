// node evaluate.mjs SCHEMA FILE [ROUNDS]: parse, validate, score, canonicalise and hash an intent; prints the
// milliseconds that a warm round takes.
import { readFileSync } from 'node:fs';
import { canonical, median, score, sha256, validator } from './json.mjs';

const [schema, file, rounds = '1'] = process.argv.slice(2);
const valid = validator(schema);
const bytes = readFileSync(file);
const times = [];
for (let i = 0; i < Number(rounds); i++) {
  const began = performance.now();
  const value = JSON.parse(bytes.toString('utf8'));
  if (!valid(value)) process.exitCode = 1;
  score(value);
  sha256(canonical(value));
  times.push(performance.now() - began);
}
console.log(median(times));
