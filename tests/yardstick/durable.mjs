// Durable files as a careful Node program writes them: a temporary file in the same folder, fsync, rename, fsync of the folder.
import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';

let count = 0;

/** A folder whose own entry is on the disk as well. */
export async function makeFolder(path) {
  await fs.mkdir(path);
  await syncFolder(dirname(path));
}

async function syncFolder(path) {
  const folder = await fs.open(path, 'r');
  await folder.sync();
  await folder.close();
}

export async function replace(path, bytes) {
  const temporary = `${path}.${process.pid}.${count++}.tmp`;
  const file = await fs.open(temporary, 'wx');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await fs.rename(temporary, path);
  await syncFolder(dirname(path));
}

export async function append(path, line) {
  const file = await fs.open(path, 'a');
  await file.write(line);
  await file.sync();
  await file.close();
}
