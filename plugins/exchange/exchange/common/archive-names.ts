import { lazily } from '#core/base/common/index.ts';

/** Paths of the files in an archive that belong to no item. */
export const archivePaths = {
  classes: 'classes/classes.json',
  workflow: 'workflow/workflow.json',
  project: 'project.json',
  rows: 'data.jsonl',
  table: 'data.csv',
  form: 'template.json',
} as const;

const archiveForbidden = /[*/\\[\]:;|,"'<>?\p{Cc}]/gu;
const reserved: ReadonlySet<string> = new Set(Object.values(archivePaths));

const timeParts = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      month: 'short',
      day: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/** Month, day, year, hour and minute of a time in UTC. */
function timeWords(at: Date): readonly string[] {
  const parts = timeParts().formatToParts(at);
  return (['month', 'day', 'year', 'hour', 'minute'] as const).map(
    type => parts.find(part => part.type === type)!.value,
  );
}

/** A file name that can be saved on every system: forbidden characters become `_`. */
export const safeFileName = (name: string): string => name.replaceAll(archiveForbidden, '_');

/**
 * Name of an export: `Project_Mon_DD_YYYY_HH_MM.zip`, e.g. `Street scenes_Nov_20_2026_03_52.zip`. When the name is
 * taken a counter follows, since clients find exports by name.
 *
 * @param at a time, written in UTC, or a local time in words as clients send it: `Nov 20 2026 03:52`
 */
export function exportName(projectName: string, at: Date | string, taken: ReadonlySet<string> = new Set()): string {
  const words = typeof at === 'string' ? at.split(/[ :]+/) : timeWords(at);
  const stem = [projectName, ...words].map(safeFileName).join('_');
  let name = `${stem}.zip`;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}_${count}.zip`;
  return name;
}

/** Parts of a name that look like a code of {@link itemFileName}. */
const codes = /%(?=2F|5C|25|2E|[01][0-9A-F]|7F)/g;
const code = (character: string): string => `%${character.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`;
/** Returns whether a character would be part of a path, or is not allowed in file names. */
const isUnsafe = (character: string): boolean =>
  character === '/' || character === '\\' || character < ' ' || character === '\u007F';

/**
 * The name of an item as a file name, in a way that {@link itemNameOf} undoes: `a/b.jpg` is `a%2Fb.jpg`. Usual names
 * stay as they are.
 */
export function itemFileName(name: string): string {
  if (name === '.' || name === '..') return name.replaceAll('.', '%2E');
  return [...name.replaceAll(codes, '%25')]
    .map(character => (isUnsafe(character) ? code(character) : character))
    .join('');
}

/** The name of the item that a file name refers to. */
export const itemNameOf = (fileName: string): string =>
  fileName.replaceAll(/%(2F|5C|25|2E|[01][0-9A-F]|7F)/g, (whole, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );

/** Endings of the files that belong to an item. */
const endings = { annotation: '.json', mask: '___save.png', fuse: '___fuse.png', labels: '___labels.bin' } as const;
export type ItemFileKind = keyof typeof endings | 'media';

/**
 * Path of a file of an item: items of the root (`folder` is '') lie on top, others in the directory of their folder.
 * The complete media name is before the ending: `cats.jpg.json`.
 */
export function itemPath(folder: string, item: string, kind: ItemFileKind): string {
  const directory = folder === '' ? '' : `${folder}/`;
  const file = itemFileName(item);
  const path = `${directory}${file}${kind === 'media' ? '' : endings[kind]}`;
  // An item called `project` would take the place of project.json; the older ending is read all the same.
  return reserved.has(path) && kind === 'annotation' ? `${directory}${file}___objects.json` : path;
}

/** The item an annotation file belongs to: older endings are cut off, else the last extension. */
export function itemOfAnnotationFile(fileName: string): string {
  for (const ending of ['___objects.json', '___pixel.json'])
    if (fileName.includes(ending)) return fileName.replace(ending, '');
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(0, dot) : fileName;
}

/** Meaning of a file in an archive, by its path. */
export interface ArchiveEntry {
  readonly kind: keyof typeof archivePaths | ItemFileKind;
  /** Name of the folder, '' for the root and for files that belong to no item. */
  readonly folder: string;
  /** Name of the item, '' for files that belong to none. */
  readonly item: string;
}

/** Returns the kind of a file in an archive; undefined for directories and files that are no part of the format. */
export function readEntry(path: string): ArchiveEntry | undefined {
  if (path.endsWith('/') || /(?:^|\/)(?:\.DS_Store|Thumbs\.db|__MACOSX\/.*)$/.test(path)) return undefined;
  const special = Object.entries(archivePaths).find(([, known]) => known === path);
  if (special) return { kind: special[0] as keyof typeof archivePaths, folder: '', item: '' };
  const slash = path.lastIndexOf('/');
  const [folder, file] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
  for (const kind of ['mask', 'fuse', 'labels'] as const)
    if (file.endsWith(endings[kind])) return { kind, folder, item: itemNameOf(file.slice(0, -endings[kind].length)) };
  if (file.endsWith('.json')) return { kind: 'annotation', folder, item: itemNameOf(itemOfAnnotationFile(file)) };
  return { kind: 'media', folder, item: itemNameOf(file) };
}

/** Files that are never images of their own: rendered masks and pictures with shapes. */
export const isCompanionImage = (fileName: string): boolean =>
  fileName.endsWith(endings.mask) || fileName.endsWith(endings.fuse);
