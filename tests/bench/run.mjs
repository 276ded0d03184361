import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// npm run bench -- NAME: one JSON object a line for each figure; the exit code is 1 when a bar does not hold.
const here = fileURLToPath(new URL('.', import.meta.url));
const names = (await readdir(here, { withFileTypes: true }))
  .filter(entry => entry.isDirectory() && entry.name !== 'support')
  .map(entry => entry.name);
const [name, ...rest] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  console.error(`Name one of the benchmarks: ${names.join(', ')}`);
  process.exit(2);
}
const { run } = await import(new URL(`./${name}/bench.mjs`, import.meta.url).href);
const held = await run(rest);
process.exit(held ? 0 : 1);
