/** Names of one call (wire, main API 8). */
export const NAMES_OF_A_CALL = 5000;

/** An item that is to be copied or moved. */
export interface CopiedItem {
  readonly name: string;
  readonly folder_id: number;
}

/** What one call brings over. */
export interface CopyPart {
  readonly source: number;
  readonly names: readonly string[];
}

/** Items by their folders, in parts of what a call takes; those that are in the target already are left out. */
export function copyParts(items: readonly CopiedItem[], target: number): readonly CopyPart[] {
  const folders = new Map<number, string[]>();
  for (const { name, folder_id: folder } of items) if (folder !== target) folders.set(folder, [...(folders.get(folder) ?? []), name]);
  return [...folders].flatMap(([source, names]) => Array.from({ length: Math.ceil(names.length / NAMES_OF_A_CALL) }, (_, at) => ({ source, names: names.slice(at * NAMES_OF_A_CALL, (at + 1) * NAMES_OF_A_CALL) })));
}

/** What became of it, in words: `12 items copied. 3 skipped: their names are taken.` */
export function copyOutcome(operation: 'copy' | 'move', done: number, skipped: number, total: number): string {
  const things = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;
  const left = total - done - skipped;
  return [
    `${things(done)} ${operation === 'copy' ? 'copied' : 'moved'}.`,
    ...(skipped === 0 ? [] : [`${skipped.toLocaleString('en')} skipped.`]),
    ...(left <= 0 ? [] : [`${things(left)} left as ${left === 1 ? 'it was' : 'they were'}.`]),
  ].join(' ');
}
