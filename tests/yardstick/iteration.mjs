// node iteration.mjs FOLDER INTENT ENGINES: ten iterations of as many engines side by side. Each writes what the
// product writes: two prompts, two answers, the design twice, the critique twice, the preview; and at each of its
// three transitions the record and a line of the journal. Prints the milliseconds of one iteration.
import { promises as fs, readFileSync } from 'node:fs';
import { canonical, score, sha256 } from './json.mjs';
import { append, replace } from './durable.mjs';

const [root, intent, engines = '1'] = process.argv.slice(2);
const answer = readFileSync(intent, 'utf8');
const page = '<p>' + answer.slice(0, 20000);
const prompt = 'x'.repeat(14000);
const ITERATIONS = 10;

async function engine(n) {
  const home = `${root}/features/e-${n}/design`;
  await fs.mkdir(home, { recursive: true });
  const record = { state: 'GENERATING', iteration: 0, history: [] };
  const commit = async (to, files) => {
    for (const [path, bytes] of files) await replace(path, bytes);
    record.history.push({ from: record.state, to, at: new Date().toISOString() });
    record.state = to;
    await replace(`${home}/state.json`, JSON.stringify(record, null, 2));
    await append(`${home}/journal.jsonl`, JSON.stringify({ kind: 'transition', to }) + '\n');
  };
  for (let i = 1; i <= ITERATIONS; i++) {
    record.iteration = i;
    const folder = `${home}/iterations/${i}`;
    await fs.mkdir(folder, { recursive: true });
    await commit('GENERATING', [[`${folder}/generator-prompt-1.txt`, prompt]]);
    const value = JSON.parse(answer);
    const pretty = JSON.stringify(value, null, 2);
    sha256(canonical(value));
    await commit('EVALUATING', [
      [`${folder}/generator-answer-1.txt`, answer],
      [`${folder}/intent.json`, pretty],
      [`${home}/intent.json`, pretty],
      [`${folder}/critic-prompt-1.txt`, prompt],
    ]);
    const points = score(value);
    const critique = JSON.stringify({ points, findings: record.history }, null, 2);
    await commit('REVISING', [
      [`${folder}/critic-answer-1.txt`, '{"findings":[]}'],
      [`${folder}/critique.json`, critique],
      [`${home}/critique.json`, critique],
      [`${home}/preview.html`, page],
    ]);
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(engines) }, (_, n) => engine(n)));
console.log((performance.now() - began) / (Number(engines) * ITERATIONS));
