/** Part of a set that an item belongs to. */
export type SplitPart = 'train' | 'val' | 'test';

/** Shares of an export by name, in percent for validation and test; the rest is for training. */
export const splits = {
  none: { title: 'One set', val: 0, test: 0 },
  '90-10': { title: '90 % train, 10 % val', val: 10, test: 0 },
  '80-20': { title: '80 % train, 20 % val', val: 20, test: 0 },
  '80-10-10': { title: '80 % train, 10 % val, 10 % test', val: 10, test: 10 },
} as const;
export type SplitName = keyof typeof splits;

/** Number of a text that does not change from run to run, 0..4294967295 (FNV-1a, mixed). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The part an item belongs to: by its name alone, so that items keep their part when others come or go. */
export function partOf(split: SplitName | undefined, folder: string, name: string): SplitPart {
  const { val, test } = splits[split ?? 'none'];
  const place = numberOf(`${folder}/${name}`) % 100;
  return place < test ? 'test' : place < test + val ? 'val' : 'train';
}
