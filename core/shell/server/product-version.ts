import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './installation-root.ts';

/** Returns the version of this installation of Loupe, as its package states it. */
export async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}
