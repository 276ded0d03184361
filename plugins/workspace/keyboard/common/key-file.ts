import { invalidField } from '#core/base/common/index.ts';
import { ownKeys } from './api.ts';
import type { OwnKeys } from './api.ts';
import { whyReserved } from './reserved-chords.ts';

const KIND = 'loupe-keys';

/** The keys of a person as a file, to be taken to another team or given to a colleague. */
export const keyFile = ({ preset, keys }: OwnKeys): string =>
  `${JSON.stringify({ kind: KIND, version: 1, preset, keys }, undefined, 2)}\n`;

/** Reads such a file. Throws INVALID_FIELD naming what is wrong in it. */
export function readKeyFile(text: string): OwnKeys {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidField('file', 'is no JSON. Choose a file that was exported here');
  }
  if (typeof json !== 'object' || json === null || (json as { kind?: unknown }).kind !== KIND)
    throw invalidField('kind', `must be "${KIND}". Choose a file that was exported here`);
  if ((json as { version?: unknown }).version !== 1)
    throw invalidField('version', 'must be 1. The file was made by a newer version');
  const read = ownKeys.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalidField(issue?.path.join('.') ?? 'file', issue?.message ?? 'is not valid');
  }
  for (const [command, chords] of Object.entries(read.data.keys)) {
    const why = chords.map(whyReserved).find(each => each !== undefined);
    if (why !== undefined) throw invalidField(`keys.${command}`, why);
  }
  return read.data;
}
