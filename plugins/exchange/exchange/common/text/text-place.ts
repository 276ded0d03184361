import { fileKindOf } from '#plugins/workspace/items/common/index.ts';
import { itemNameOf } from '../archive-names.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

/** The item that a file of annotations belongs to. */
export interface TextPlace {
  readonly folder: string;
  /** The folder with the part of the set it lies in. */
  readonly wide: string;
  readonly name: string;
  /** Other names that the item may have, the likeliest first. */
  readonly also: readonly string[];
}

const hasTextEnding = (name: string): boolean => fileKindOf(ProjectType.Text)!.takes(name);

/**
 * The text item for a path without the format's own ending: `notes/a` is `a.txt` in the folder `notes`, or `a`.
 *
 * @param number of the text in its file, when it has several
 */
export function textPlace(path: string, number?: number): TextPlace {
  const { name: given, folder, wide } = imagePlace(path);
  const name = itemNameOf(given);
  if (number !== undefined)
    return { folder, wide, name: `${hasTextEnding(name) ? stemOf(name) : name}-${number}.txt`, also: [] };
  return hasTextEnding(name) ? { folder, wide, name, also: [] } : { folder, wide, name: `${name}.txt`, also: [name] };
}

/** The path of an item in an archive. */
export const textPath = ({ folder, name }: { readonly folder: string; readonly name: string }): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Folder of uploaded files in archives of formats that hold the texts themselves. */
export const originalsFolder = 'files/';

/** The part of a path that leads to an uploaded file, also under a directory that all else lies in. */
export const inOriginals = /(^|\/)files\//;
