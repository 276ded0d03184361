import { BIDI_CONTROLS_MESSAGE, WITHOUT_BIDI_CONTROLS } from '#core/base/common/index.ts';

/** Longest name of an item or a folder, in characters as people count them. */
export const itemNameLimit = 200;

/** Said when the folder has an item of that name. */
export const itemNameTakenMessage = 'An item with this name already exists in the folder.';
/** Said when the project has a folder of that name. */
export const folderNameTakenMessage = 'A folder with this name already exists.';

const itemForbidden = ['<', '>', ':', '"', "'", '/', '\\', '|', '?', '*', '&', '$', '!', '+'];
const folderForbidden = ['/', '\\', ':', '*', '?', '"', '<', '>', '|', '“'];

function problem(field: string, name: string, forbidden: readonly string[]): string | undefined {
  if (name.trim() === '') return `${field} is required: type 1 to ${itemNameLimit} characters.`;
  if (/\p{Cc}/u.test(name)) return `${field} can't contain line breaks or other control characters. Remove them.`;
  if (!WITHOUT_BIDI_CONTROLS.test(name)) return `${field} ${BIDI_CONTROLS_MESSAGE}. Remove them.`;
  const found = forbidden.filter(character => name.includes(character));
  if (found.length > 0)
    return `${field} can't contain ${found.join(' ')} – replace ${found.length === 1 ? 'it' : 'them'}, for example by _.`;
  if (name === '.' || name === '..') return `${field} can't be ${name}. Use letters or digits.`;
  if ([...name].length > itemNameLimit) return `${field} is too long: use at most ${itemNameLimit} characters.`;
  return undefined;
}

function clean(name: string, forbidden: readonly string[], fallback: string): string {
  const text = [...name]
    .map(character =>
      forbidden.includes(character) || /\p{Cc}/u.test(character) || !WITHOUT_BIDI_CONTROLS.test(character)
        ? '_'
        : character,
    )
    .join('')
    .trim();
  return text === '' || text === '.' || text === '..' ? fallback : text;
}

/** Returns the problem with the name of an item as people give it, or undefined. */
export const itemNameProblem = (name: string): string | undefined => problem('Item name', name, itemForbidden);

/**
 * The looser rule of the wire: clients attach items under any name of 1–200 characters. Only blanks and
 * what no database keeps are refused.
 */
export function attachedItemNameProblem(name: string): string | undefined {
  if (name.trim() === '') return `Item name is required: type 1 to ${itemNameLimit} characters.`;
  if (name.includes('\0') || !name.isWellFormed())
    return "Item name can't contain U+0000 or half a character. Remove it.";
  if (!WITHOUT_BIDI_CONTROLS.test(name)) return `Item name ${BIDI_CONTROLS_MESSAGE}. Remove them.`;
  if ([...name].length > itemNameLimit) return `Item name is too long: use at most ${itemNameLimit} characters.`;
  return undefined;
}

/** Returns the problem with the name of a folder, or undefined. The name `root` belongs to the project's root. */
export function folderNameProblem(name: string): string | undefined {
  if (name.trim().toLowerCase() === 'root')
    return 'Folder name can\'t be "root": the project\'s own folder is called that. Choose another name.';
  return problem('Folder name', name, folderForbidden);
}

/**
 * A name near the given one that keeps the rules: forbidden characters become `_`, a long name loses the end of its
 * stem and keeps its extension.
 */
export function cleanItemName(name: string): string {
  const text = clean(name, itemForbidden, 'item');
  const characters = [...text];
  if (characters.length <= itemNameLimit) return text;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= 20 ? characters.slice(dot) : [];
  return [...characters.slice(0, itemNameLimit - extension.length), ...extension].join('');
}

/** A folder name near the given one that keeps the rules. */
export function cleanFolderName(name: string): string {
  const text = [...clean(name, folderForbidden, 'folder')].slice(0, itemNameLimit).join('');
  return text.toLowerCase() === 'root' ? `${text}_1` : text;
}

/** The name with a counter before its extension: `cat.jpg`, 2 → `cat (2).jpg`. Keeps within the length limit. */
export function numberedItemName(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const ending = ` (${count})${extension}`;
  return `${[...stem].slice(0, itemNameLimit - [...ending].length).join('')}${ending}`;
}
