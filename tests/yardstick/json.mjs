// What a Node program would use on JSON documents: the canonical form, its hash, a JSON schema's verdict.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

export function canonical(v) {
  if (Array.isArray(v)) return '[' + v.map(canonical).join(',') + ']';
  if (v !== null && typeof v === 'object') {
    return '{' + Object.keys(v).sort().map((k) => JSON.stringify(k) + ':' + canonical(v[k])).join(',') + '}';
  }
  return JSON.stringify(v);
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

// ajv where AJV names a folder that has it in node_modules; otherwise nothing is validated, and the table says so.
export function validator(schemaFile) {
  if (!process.env.AJV) return () => true;
  const Ajv = createRequire(process.env.AJV + '/')('ajv/dist/2020').default;
  return new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
}

const VAGUE = new Set(['fast', 'easy', 'simple', 'etc', 'good', 'some', 'various', 'appropriate', 'quickly', 'modern']);

// A far simpler score than the product's: distinct words and vague words of every text.
export function score(v, seen = new Set()) {
  let points = 0;
  if (typeof v === 'string') {
    for (const word of v.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
      if (VAGUE.has(word)) points += 1;
      seen.add(word);
    }
  } else if (Array.isArray(v)) for (const x of v) points += score(x, seen);
  else if (v !== null && typeof v === 'object') for (const k of Object.keys(v)) points += score(v[k], seen);
  return points;
}

export function median(times) {
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}
