// node iteration.mjs SCHEMA FOLDER INTENT ENGINES: ten iterations of as many engines side by side. Each puts the design
// into two prompts, takes an answer that the schema allows, scores it, makes a page of its texts, and writes what the
// product writes, as many bytes of it: what the iteration starts from, two prompts, two answers, the design twice, the
// critique twice, the preview; and at each of its three transitions the record and a line of the journal. The lengths
// are those that the product has for a design of this length. One file of an engine is written after another, each of
// them durable by itself, as libraries that replace files atomically do it. Prints the milliseconds of one iteration.
import { promises as fs, readFileSync } from 'node:fs';
import { canonical, score, sha256, validator } from './json.mjs';
import { append, makeFolder, replace } from './durable.mjs';

const [schema, root, intent, engines = '1'] = process.argv.slice(2);
const valid = validator(schema);
const answer = readFileSync(intent, 'utf8');
const filled = (start, length) => start + 'x'.repeat(Math.max(0, length - start.length));
const notes = filled('', 13_000);
const [log, lines] = [filled('', 9_000), [300, 670, 1_200].map((length) => filled('', length - 60))];
const ITERATIONS = 10;

// A prompt is what is asked, with the design in its place.
const asked = (design, length) => '# {{design}}\n'.replace('{{design}}', () => filled(design, length));

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function texts(v) {
  if (typeof v === 'string') return `<p>${v.replace(/[&<>"]/g, (sign) => SIGNS[sign])}</p>\n`;
  return v !== null && typeof v === 'object' ? Object.values(v).map(texts).join('') : '';
}

async function engine(n) {
  const home = `${root}/features/e-${n}/design`;
  await fs.mkdir(`${home}/iterations`, { recursive: true });
  const record = { state: 'GENERATING', iteration: 0, log, history: [] };
  const commit = async (to, line, files) => {
    for (const [path, bytes] of files) await replace(path, bytes);
    record.history = [...record.history.slice(-20), { from: record.state, to, at: new Date().toISOString() }];
    record.state = to;
    await replace(`${home}/state.json`, JSON.stringify(record, null, 2));
    await append(`${home}/journal.jsonl`, JSON.stringify({ kind: 'transition', to, line }) + '\n');
  };
  let before = [];
  for (let i = 1; i <= ITERATIONS; i++) {
    record.iteration = i;
    const folder = `${home}/iterations/${i}`;
    await makeFolder(folder);
    const previous = before.map((bytes) => [`${folder}/previous.json`, bytes]);
    const prompt = asked(before.join(''), 52_000);
    await commit('GENERATING', lines[0], [...previous, [`${folder}/generator-prompt-1.txt`, prompt]]);
    const value = JSON.parse(answer);
    if (!valid(value)) throw new Error(`${intent} is no intent`);
    const pretty = JSON.stringify(value, null, 2);
    before = [pretty];
    sha256(canonical(value));
    await commit('EVALUATING', lines[1], [
      [`${folder}/generator-answer-1.txt`, answer],
      [`${folder}/intent.json`, pretty],
      [`${home}/intent.json`, pretty],
      [`${folder}/critic-prompt-1.txt`, asked(pretty, 40_000)],
    ]);
    const points = score(value);
    const page = filled(texts(value), 65_000);
    const critique = JSON.stringify({ points, preview: sha256(page), findings: record.history, notes }, null, 2);
    await commit('REVISING', lines[2], [
      [`${folder}/critic-answer-1.txt`, '{"findings":[]}'],
      [`${folder}/critique.json`, critique],
      [`${home}/critique.json`, critique],
      [`${home}/preview.html`, page],
    ]);
  }
}

// The first call compiles.
valid(JSON.parse(answer));
const began = performance.now();
await Promise.all(Array.from({ length: Number(engines) }, (_, n) => engine(n)));
console.log((performance.now() - began) / (Number(engines) * ITERATIONS));
