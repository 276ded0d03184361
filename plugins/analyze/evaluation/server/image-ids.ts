import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { ItemReader } from '#plugins/workspace/items/server/kit/index.ts';

type Trx = Kysely<unknown>;

/** Ids looked up at a time. */
const PART = 5000;

/** An image of a results file: the item it is. */
export interface FoundImage {
  readonly id: number;
  readonly file_name: string;
}

/** The items that image ids mean, and what the ids were taken for. */
export interface FoundImages {
  readonly images: ReadonlyMap<number | string, FoundImage>;
  readonly by: 'names' | 'items' | 'file';
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');
const baseOf = (path: string): string => path.replaceAll('\\', '/').split('/').at(-1)!;

/** Finds the items that `image_id` of COCO results means. */
export class ImageIds {
  constructor(@inject(ItemReader) private readonly reader: ItemReader) {}

  /**
   * Returns the items of image ids. With the COCO file of the data set an id means the image of the file. Without it
   * a text is a file name, with or without its ending. A number is that of a file name, such as `000000000139.jpg`,
   * or the id of an item, whichever more of the numbers are.
   */
  async find(
    context: RequestContext,
    projectId: number,
    ids: readonly (number | string)[],
    images: readonly JsonRecord[],
  ): Promise<FoundImages> {
    if (images.length > 0) {
      const names = new Map(images.map(each => [each['id'], baseOf(String(each['file_name']))]));
      const byName = await this.#byName(context, projectId, [...new Set(names.values())]);
      return {
        by: 'file',
        images: new Map(
          ids.flatMap(id => {
            const item = byName.get(names.get(id) ?? '');
            return item === undefined ? [] : [[id, item] as const];
          }),
        ),
      };
    }
    const texts = ids.filter(each => typeof each === 'string');
    const numbers = ids.filter(each => typeof each === 'number');
    const named = await this.#byName(context, projectId, texts.map(baseOf));
    const images_ = new Map<number | string, FoundImage>();
    for (const text of texts) {
      const item = named.get(baseOf(text));
      if (item !== undefined) images_.set(text, item);
    }
    const [numbered, own] = [
      await this.#byNumber(context, projectId, numbers),
      await this.#byId(context, projectId, numbers),
    ];
    const byItems = own.size > numbered.size;
    for (const [id, item] of byItems ? own : numbered) images_.set(id, item);
    return { images: images_, by: byItems ? 'items' : 'names' };
  }

  /** Items by name or, where that is clear, by the name without its ending. */
  async #byName(
    context: RequestContext,
    projectId: number,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, FoundImage>> {
    const rows = await this.#rows(context, projectId, names, part => {
      const list = sql`${[...part]}::text[]`;
      return sql<boolean>`(item.name = any(${list}) or regexp_replace(item.name, '\\.[^.]*$', '') = any(${list}))`;
    });
    return unique(rows, row => [row.file_name, stemOf(row.file_name)]) as ReadonlyMap<string, FoundImage>;
  }

  async #byNumber(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, FoundImage>> {
    const rows = await this.#rows(
      context,
      projectId,
      ids.map(String),
      part => sql<boolean>`item.name ~ '^[0-9]+\\.[^.]*$'
        and coalesce(nullif(ltrim(regexp_replace(item.name, '\\.[^.]*$', ''), '0'), ''), '0') = any(${[...part]}::text[])`,
    );
    return unique(rows, row => [Number(stemOf(row.file_name))]) as ReadonlyMap<number, FoundImage>;
  }

  async #byId(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, FoundImage>> {
    const whole = ids.filter(each => each > 0 && each < 2 ** 31);
    const rows = await this.#rows(context, projectId, whole, part => sql<boolean>`item.id = any(${[...part]}::int[])`);
    return new Map(rows.map(row => [row.id, row]));
  }

  async #rows<T>(
    context: RequestContext,
    projectId: number,
    values: readonly T[],
    condition: (part: readonly T[]) => ReturnType<typeof sql<boolean>>,
  ): Promise<readonly FoundImage[]> {
    const rows: FoundImage[] = [];
    for (let start = 0; start < values.length; start += PART) {
      const part = values.slice(start, start + PART);
      rows.push(
        ...(await context.transaction(async (trx: Trx) =>
          (await this.reader.visible(trx, context, projectId))
            .where(condition(part))
            .select(['item.id', 'item.name as file_name'])
            .orderBy('item.id')
            .execute(),
        )),
      );
    }
    return rows;
  }
}

/** Items by their keys; keys of several items mean none, unless one of them is it in full. */
function unique(
  rows: readonly FoundImage[],
  keysOf: (row: FoundImage) => readonly (string | number)[],
): ReadonlyMap<string | number, FoundImage> {
  const found = new Map<string | number, { readonly row: FoundImage; readonly rank: number; clear: boolean }>();
  for (const row of rows) {
    for (const [rank, key] of keysOf(row).entries()) {
      const other = found.get(key);
      if (other === undefined || rank < other.rank) found.set(key, { row, rank, clear: true });
      else if (rank === other.rank && other.row !== row) other.clear = false;
    }
  }
  return new Map([...found].flatMap(([key, { row, clear }]) => (clear ? [[key, row] as const] : [])));
}
