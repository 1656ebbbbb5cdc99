// validate.mjs SCHEMA FOLDER: every intent of a workspace's features against the schema, in one process.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from './json.mjs';

const [schema, folder] = process.argv.slice(2);
const valid = validator(schema);
let wrong = 0;
for (const id of readdirSync(join(folder, 'features'))) {
  const intent = join(folder, 'features', id, 'design/intent.json');
  if (!valid(JSON.parse(readFileSync(intent, 'utf8')))) wrong += 1;
}
console.log(wrong);
