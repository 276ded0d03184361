import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { cleanFolderName, folderNameProblem } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Folders, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { cloudEndings } from '../common/cloud/cloud-frames.ts';
import { mediaEndings, pictureEndings } from '../common/exchange/image-path.ts';
import { itemKey } from './imported-file.ts';

/** Names looked up in one query. */
const BATCH = 500;

/** An item of the project that something of a file belongs to. */
export interface FoundItem {
  readonly id: number;
  readonly name: string;
  /** It has annotations. */
  readonly annotated: boolean;
  /** Pixels of its image; null when not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Bytes of its file; null when not kept here. */
  readonly size: ItemRow['size'];
  /** Its file, and the code points of its text; null when not kept here, or no text. */
  readonly blob_hash: string | null;
  /** The address of a file elsewhere, and the integration in which it lies. */
  readonly url: string | null;
  readonly integration_id: number | null;
  readonly content_length: number | null;
}

/** The folder for a directory of a file: deeper directories and forbidden characters become one allowed name. */
export const folderNameOf = (directory: string): string =>
  folderNameProblem(directory) === undefined ? directory : cleanFolderName(directory);

/** A name in a file: of one item, or with `stem` of an item of any picture ending. */
export interface NamedThing {
  readonly folder: string;
  readonly name: string;
  /** The folder with the part of the set. */
  readonly wide?: string;
  /** The folder without the directory that all of an archive lies in, where there is one. */
  readonly bare?: string;
  readonly stem?: true;
  readonly loose?: true;
  /** Its picture or text comes with the file. */
  readonly bundled?: true;
  /** Other names that the item may have, the likeliest first. */
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

  /**
   * The items that names of a file mean, by {@link itemKey}: in the folder of the part of the set, in the folder of
   * that name, else, as tools leave directories out, in the home folder.
   *
   * @param added folders, in lower case, that the import itself adds: things that lay in the home folder before still
   * do
   * @throws Fault IMPORT_CONFLICT when a name without an ending fits several items
   */
  async itemsByName(
    context: RequestContext,
    folders: ReadonlyMap<string, number>,
    names: readonly NamedThing[],
    added: ReadonlySet<string> = new Set(),
  ): Promise<Map<string, FoundItem>> {
    const wishes = names.map(thing => ({
      key: itemKey(thing.folder, thing.name),
      thing,
      places: placesOf(thing, folders, added),
    }));
    const rows = await this.#rows(
      context,
      wishes.flatMap(({ thing, places }) =>
        places.flatMap(({ id }) => namesOf(thing).map(name => [id, name] as const)),
      ),
    );
    const exact = new Set(
      wishes.flatMap(({ thing, places }) =>
        places.flatMap(({ id }) => {
          const row = rows.get(id)?.get(thing.name.normalize('NFC'));
          return row === undefined ? [] : [row.id];
        }),
      ),
    );
    const found = new Map<string, FoundItem>();
    const guessed = new Map<number, string[]>();
    for (const { key, thing, places } of wishes) {
      if (found.has(key)) continue;
      for (const { id, isGuess } of places) {
        const fits = namesOf(thing).flatMap(name => rows.get(id)?.get(name) ?? []);
        // Of items that differ in their endings only, one that another entry names in full does not match.
        const own = thing.stem === true && fits.length > 1 ? fits.filter(row => !exact.has(row.id)) : fits;
        if (thing.stem === true && own.length > 1)
          throw new Fault(
            'IMPORT_CONFLICT',
            `${thing.name} fits both ${own[0]!.name} and ${own[1]!.name}. Rename one of the items, or give the name with its ending.`,
            { status: 422 },
          );
        const item = own[0];
        if (item === undefined) continue;
        found.set(key, item);
        if (isGuess && thing.bundled === true) guessed.set(item.id, [...(guessed.get(item.id) ?? []), key]);
        break;
      }
    }
    // Several pictures of one name cannot all be the item in the home folder: each becomes an item of its own folder.
    for (const keys of guessed.values()) if (new Set(keys).size > 1) for (const key of keys) found.delete(key);
    return found;
  }

  /** Those of some items that have annotations now. */
  async annotated(context: RequestContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(annotationRows.as('annotation'))
        .select('item_id')
        .where('item_id', 'in', [...ids])
        .where('document', 'is not', null)
        .execute(),
    );
    return new Set(rows.map(row => row.item_id));
  }

  /** Items by folder and name. */
  async #rows(
    context: RequestContext,
    wanted: readonly (readonly [number, string])[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, FoundItem>>> {
    const names = new Map<number, Set<string>>();
    for (const [folderId, name] of wanted) names.set(folderId, (names.get(folderId) ?? new Set()).add(name));
    const found = new Map<number, Map<string, FoundItem>>();
    for (const [folderId, set] of names) {
      const list = [...set];
      const inFolder = new Map<string, FoundItem>();
      found.set(folderId, inFolder);
      for (let start = 0; start < list.length; start += BATCH) {
        const rows = await context.transaction((trx: Kysely<unknown>) =>
          trx
            .selectFrom(itemRows.as('item'))
            .leftJoin(annotationRows.as('annotation'), join =>
              join
                .onRef('annotation.team_id', '=', 'item.team_id')
                .onRef('annotation.item_id', '=', 'item.id')
                .on('annotation.document', 'is not', null),
            )
            .select([
              'item.id',
              'item.name',
              'item.width',
              'item.height',
              'item.blob_hash',
              'item.url',
              'item.integration_id',
              'item.content_length',
              'item.size',
              'annotation.revision',
            ])
            .where('item.folder_id', '=', folderId)
            .where('item.deleted_at', 'is', null)
            .where('item.name', 'in', list.slice(start, start + BATCH))
            .execute(),
        );
        for (const { revision, ...row } of rows) inFolder.set(row.name, { ...row, annotated: revision !== null });
      }
    }
    return found;
  }
}

/** Names of items that a thing may mean, the likeliest first. */
const namesOf = ({ name, stem, also = [] }: NamedThing): readonly string[] =>
  [
    ...(stem === true
      ? [...pictureEndings, ...mediaEndings, ...cloudEndings].map(ending => `${name}.${ending}`)
      : [name]),
    ...also,
  ].map(each => each.normalize('NFC'));

/** Folders in which a thing may lie, the likeliest first; a guess is a folder that its path does not name. */
function placesOf(
  { folder, wide = folder, bare, loose }: NamedThing,
  folders: ReadonlyMap<string, number>,
  added: ReadonlySet<string>,
): readonly { readonly id: number; readonly isGuess: boolean }[] {
  const keyOf = (directory: string): string => folderNameOf(directory).toLowerCase();
  const named = [wide, folder, bare ?? ''].filter(each => each !== '').flatMap(each => folders.get(keyOf(each)) ?? []);
  const isAbsent = folder !== '' && (!folders.has(keyOf(folder)) || added.has(keyOf(folder)));
  const home = folder === '' || bare === '' || (loose === true && isAbsent) ? [folders.get('')!] : [];
  return [...new Set([...named, ...home])].map(id => ({ id, isGuess: folder !== '' && id === folders.get('') }));
}
