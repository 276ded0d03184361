import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { EditorTables } from '#plugins/editor/server/kit/index.ts';
import { cleanFolderName, folderNameProblem } from '#plugins/items/common/item-name.ts';
import { Folders } from '#plugins/items/server/kit/index.ts';
import type { ItemTables } from '#plugins/items/server/kit/index.ts';
import { pictureEndings } from '../common/exchange/image-path.ts';
import { itemKey } from './imported-file.ts';

/** Names looked up in one query. */
const BATCH = 500;

/** An item of the project that something of a file belongs to. */
export interface FoundItem {
  readonly id: number;
  /** It has annotations. */
  readonly annotated: boolean;
  /** Pixels of its image; null when not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Its file, and the code points of its text; null when not kept here, or no text. */
  readonly blob_hash: string | null;
  readonly content_length: number | null;
}

/** Where things of a file belong in a project, by name. */
export interface ProjectPlaces {
  /** Folder ids by lower-case name; '' is where things without a folder go. */
  readonly folders: ReadonlyMap<string, number>;
  /** Items by `itemKey` of the file's folder and name. */
  readonly items: ReadonlyMap<string, FoundItem>;
}

/** The folder a directory of a file stands for: deeper directories and forbidden characters become one allowed name. */
export const folderNameOf = (directory: string): string => (folderNameProblem(directory) === undefined ? directory : cleanFolderName(directory));

/** A name in a file: of one item, or with `stem` of an item of any picture ending. */
export interface NamedThing {
  readonly folder: string;
  readonly name: string;
  readonly stem?: true;
  readonly loose?: true;
  /** Names that may be meant as well, the likeliest first. */
  readonly also?: readonly string[];
}

/** Finds folders and items of a project by the names a file uses. */
export class ProjectContents {
  constructor(@inject(Folders) private readonly folders: Folders) {}

  /** Folders by lower-case name. `home` is where things without a folder go; the project's own folder when absent. */
  async foldersByName(context: RequestContext, projectId: number, home: number | null): Promise<Map<string, number>> {
    const { data } = await this.folders.list(context, projectId, { offset: 0, limit: 10_000 });
    const named = data.filter(folder => !folder.is_root).map(folder => [folder.name.toLowerCase(), folder.id] as const);
    const root = data.find(folder => folder.is_root)!.id;
    return new Map([...named, ['', home ?? root]]);
  }

  /** The items that names of a file mean: in the folder of that name, else, as tools leave directories out, in the home folder. */
  async itemsByName(context: RequestContext, folders: ReadonlyMap<string, number>, names: readonly NamedThing[]): Promise<Map<string, FoundItem>> {
    const home = folders.get('')!;
    const wanted = new Map<number, Map<string, string>>();
    for (const { folder, name, stem, loose, also = [] } of names) {
      const place = folders.get(folderNameOf(folder).toLowerCase()) ?? (folder === '' || loose === true ? home : undefined);
      if (place === undefined) continue;
      let inPlace = wanted.get(place);
      if (inPlace === undefined) wanted.set(place, (inPlace = new Map()));
      for (const each of stem === true ? pictureEndings.map(ending => `${name}.${ending}`) : [name]) inPlace.set(each.normalize('NFC'), itemKey(folder, name));
      // A name that is meant outright counts before one that may be meant.
      for (const each of also) if (!inPlace.has(each.normalize('NFC'))) inPlace.set(each.normalize('NFC'), itemKey(folder, name));
    }
    const found = new Map<string, FoundItem>();
    for (const [folderId, keys] of wanted) {
      const list = [...keys.keys()];
      for (let start = 0; start < list.length; start += BATCH) {
        const rows = await context.transaction((trx: Kysely<ItemTables & EditorTables>) => trx.selectFrom('items.item as item')
          .leftJoin('editor.annotation as annotation', join => join.onRef('annotation.team_id', '=', 'item.team_id').onRef('annotation.item_id', '=', 'item.id').on('annotation.document', 'is not', null))
          .select(['item.id', 'item.name', 'item.width', 'item.height', 'item.blob_hash', 'item.content_length', 'annotation.revision']).where('item.folder_id', '=', folderId).where('item.deleted_at', 'is', null).where('item.name', 'in', list.slice(start, start + BATCH)).execute());
        for (const { id, name, revision, width, height, blob_hash, content_length } of rows) {
          const key = keys.get(name)!;
          if (!found.has(key) || key.endsWith(`/${name}`)) found.set(key, { id, annotated: revision !== null, width, height, blob_hash, content_length });
        }
      }
    }
    return found;
  }
}
