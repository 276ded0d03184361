import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of screenshots and downloads for people to look at; not in the repository. */
export const ARTIFACTS = fileURLToPath(new URL('../artifacts', import.meta.url));

/** Path of a file in the artifacts folder, which is made when missing. */
export function artifact(name: string): string {
  mkdirSync(ARTIFACTS, { recursive: true });
  return join(ARTIFACTS, name.replace(/[^a-zA-Z0-9._-]+/g, '-'));
}
