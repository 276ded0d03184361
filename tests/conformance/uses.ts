import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

function read(folders: readonly string[], keep: (file: string) => boolean): ReadonlyMap<string, string> {
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  );
  return new Map(
    files
      .filter(file => /\.tsx?$/.test(file) && keep(file))
      .map(file => [file, readFileSync(join(root, file), 'utf8')]),
  );
}

/** The sources of the product by their paths, without tests and migrations. */
export const sources = read(['core', 'plugins'], file => !/\.test\.tsx?$|\/migrations\//.test(file));

/** Sources that call the API from outside the product: the SDK, its samples, and the tests of the wire contract. */
export const scripts = read(['sdk', 'examples', 'tests/conformance/wire', 'tests/support'], () => true);
