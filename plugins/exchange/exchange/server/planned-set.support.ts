import { seededNumbers } from '#tests/support/seeded-numbers.ts';

/** An object that a set is to hold: of a picture or a video its box, of a text its span in `x1` and `x2`. */
export interface PlannedObject {
  readonly label: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** An item of a set, and where its tool keeps it. */
export interface PlannedItem {
  /** Part of the set; '' in sets without parts. */
  readonly part: string;
  readonly folder: string;
  /** File name without its ending. */
  readonly stem: string;
  /** Of texts: the words, one blank between them. Unlike those of every other item. */
  readonly words: readonly string[];
  readonly objects: readonly PlannedObject[];
}

/** Bytes that tools write the same text as. */
export type TextEncoding = 'utf-8' | 'utf-8 with BOM' | 'utf-16le' | 'utf-16be';

/** A set of one format, made from a seed, before a tool's layout is put on it. */
export interface PlannedSet {
  readonly items: readonly PlannedItem[];
  readonly labels: readonly string[];
  readonly encoding: TextEncoding;
  readonly lineEnd: '\n' | '\r\n';
  /** Fields that the format does not require are left out. */
  readonly isSparse: boolean;
  /** The annotation files name things in NFD, while the files of the archive are in NFC. */
  readonly isDecomposed: boolean;
  /** Chooses among layouts of a format, from 0 to 9. */
  readonly variant: number;
  /** The item whose first object cannot be read; undefined in a sound set. */
  readonly damaged: PlannedItem | undefined;
}

/** Pixels of every picture and video. */
export const plannedSize = { width: 96, height: 64 } as const;
/** Columns that objects lie in, one in each, so that masks do not overlap. */
const COLUMN = 24;

const labelSets = [
  ['Car', 'Person', 'Tree'],
  ['Auto à gaz', '人', 'Größe'],
  ['a & b', '"quoted"', "it's"],
  ['car', 'Car', 'CAR'],
  ['1', '0', 'null'],
] as const;
const wordLabels = [
  ['Person', 'Place', 'Company'],
  ['Größe', '人', 'Ort'],
  ['per', 'Per', 'PER'],
] as const;
const stems = ['1', 'a', 'image.v2', 'Zoë', '图 1', '100%', 'a+b', '000001'] as const;
const folders = ['', 'north', 'south', 'north/inner', 'Côte'] as const;
const partSets = [[''], ['train', 'val'], ['train', 'val', 'test'], ['train2017', 'val2017']] as const;
const vocabulary = ['Ada', 'met', 'Béla', 'in', '東京', 'on', '🙂', 'Monday', "O'Neil", 'x'] as const;

/** Returns the set of a seed. File names clash in folders and parts on purpose. */
export function plannedSet(seed: number, kind: 'picture' | 'text' | 'video'): PlannedSet {
  const next = seededNumbers(seed + 1);
  // The first numbers of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 8; skipped += 1) next(2);
  const chosen = <T>(list: readonly T[]): T => list[next(list.length)]!;
  const labels: readonly string[] = kind === 'picture' ? chosen(labelSets) : chosen(wordLabels);
  const parts = chosen(partSets);
  const places = new Map<string, readonly [string, string, string]>();
  const pair = [chosen(stems), chosen(stems)];
  for (let count = 2 + next(5); count > 0; count -= 1) {
    const place = [chosen(parts), chosen(folders), chosen(pair)] as const;
    places.set(place.join('/'), place);
  }
  const items = [...places.values()].map(([part, folder, stem], at): PlannedItem => {
    const words = [`Item${at}`, ...Array.from({ length: 4 + next(5) }, () => chosen(vocabulary))];
    const count = at === 0 ? 1 + next(3) : next(4);
    return {
      part,
      folder,
      stem,
      words,
      objects: Array.from({ length: count }, (_, column) =>
        kind === 'text' ? spanOf(words, column, chosen(labels)) : boxOf(column, chosen(labels), next),
      ),
    };
  });
  const isDamaged = next(4) === 0;
  return {
    items,
    labels,
    encoding: chosen(['utf-8', 'utf-8', 'utf-8 with BOM', 'utf-16le', 'utf-16be'] as const),
    lineEnd: chosen(['\n', '\r\n'] as const),
    isSparse: next(2) === 0,
    isDecomposed: next(3) === 0,
    variant: next(10),
    damaged: isDamaged ? items[0] : undefined,
  };
}

function boxOf(column: number, label: string, next: (most: number) => number): PlannedObject {
  const [x1, y1] = [column * COLUMN + 1 + next(6), 1 + next(30)];
  return { label, x1, y1, x2: x1 + 5 + next(10), y2: y1 + 5 + next(20) };
}

/** The span of one word; each word has at most one. */
function spanOf(words: readonly string[], at: number, label: string): PlannedObject {
  const start = words.slice(0, at).reduce((sum, word) => sum + Array.from(word).length + 1, 0);
  return { label, x1: start, y1: 0, x2: start + Array.from(words[at]!).length, y2: 0 };
}

/** The text of an item of texts. */
export const textOfWords = ({ words }: PlannedItem): string => `${words.join(' ')}\n`;

/** An object as tests compare it. */
export const objectKey = ({ label, x1, y1, x2, y2 }: PlannedObject): string => `${label} ${x1},${y1} ${x2},${y2}`;

/** Path parts put together, without those that are empty. */
export const joined = (...parts: readonly string[]): string => parts.filter(part => part !== '').join('/');

/** Returns a text in the bytes that the set has it in. */
export function encoded(text: string, { encoding, lineEnd }: Pick<PlannedSet, 'encoding' | 'lineEnd'>): Uint8Array {
  const lines = lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
  if (encoding === 'utf-8') return Buffer.from(lines);
  if (encoding === 'utf-8 with BOM') return Buffer.from(`\uFEFF${lines}`);
  const bytes = Buffer.from(`\uFEFF${lines}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
