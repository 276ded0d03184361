import { inject } from 'inversify';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { parseJson } from '#core/api/server/index.ts';
import { isFault, prefetchOne } from '#core/base/common/index.ts';
import type { Assignment, Item, ItemStatus } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { StampItem } from '../common/stamp-document.ts';
import type { AnnotationTable, AnnotationTables } from './annotation-tables.ts';
import { wholeDocument } from './large/whole-document.ts';

/** Documents read from the database at a time: this many, or fewer of large ones, counted in characters of JSON. */
const READ_ITEMS = 50;
const READ_CHARACTERS = 8 * 1024 * 1024;
const PAGE = 500;
/** Documents of more characters are read as text and parsed in turns, between which other calls are answered. */
const LARGE = 1024 * 1024;

/** The columns of an annotation; the document as `document` says. */
const columns = (document: RawBuilder<unknown>) =>
  sql`team_id, project_id, item_id, revision, ${document} as document, instance_count, size, behind, updated_by, updated_at`;
const withoutLarge = columns(sql`case when size <= ${LARGE}::int and not behind then document end`);
const withText = columns(sql`(${wholeDocument('annotation')})::text`);

/** Stored annotations of one item, with its facts. */
export interface ReadAnnotation {
  readonly item: ItemRow;
  readonly stamp: StampItem;
  /** Undefined when nothing was ever stored; its document is null when it was deleted. */
  readonly row: Selectable<AnnotationTable> | undefined;
}

/** Size of a stored document, known without reading it. */
export interface AnnotationSize {
  /** Characters of the JSON; 0 when it was deleted. */
  readonly size: number;
  readonly revision: number;
}

/** A stored document as it is. */
export interface StoredAnnotationRow {
  readonly itemId: number;
  readonly document: JsonRecord;
  readonly updatedBy: string;
}

/**
 * Reads stored annotations, a few megabytes at a time and as much ahead, and with no transaction open between two
 * parts.
 */
export class AnnotationReader {
  constructor(@inject(Items) private readonly items: Items) {}

  /** Sizes by item id; items nobody ever annotated are left out. */
  async sizes(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, AnnotationSize>> {
    const found = await context.transaction((trx: Kysely<AnnotationTables>) =>
      trx
        .selectFrom('annotations.annotation')
        .select(['item_id', 'size', 'revision'])
        .where(sql<boolean>`item_id = any(${[...itemIds]}::int[])`)
        .execute(),
    );
    return new Map(found.map(row => [row.item_id, { size: row.size, revision: row.revision }]));
  }

  /**
   * Yields the stored annotations of items, a few megabytes at a time; those without annotations are left out. For a
   * caller inside a transaction: nothing is read ahead.
   */
  async *stored(context: RequestContext, itemIds: readonly number[]): AsyncGenerator<readonly StoredAnnotationRow[]> {
    for (let start = 0; start < itemIds.length; start += PAGE) {
      const sizes = await this.sizes(context, itemIds.slice(start, start + PAGE));
      const annotated = [...sizes]
        .filter(([, { size }]) => size > 0)
        .map(([id]) => id)
        .sort((one, other) => one - other);
      for (const batch of batches(annotated, id => sizes.get(id)?.size ?? 0)) {
        const rows = await context.transaction((trx: Kysely<AnnotationTables>) =>
          trx
            .selectFrom('annotations.annotation as annotation')
            .select(['item_id', wholeDocument('annotation').as('document'), 'updated_by'])
            .where('team_id', '=', context.team.id)
            .where(sql<boolean>`item_id = any(${[...batch]}::int[])`)
            .orderBy('item_id')
            .execute(),
        );
        yield rows.flatMap(row =>
          row.document === null
            ? []
            : [{ itemId: row.item_id, document: row.document as JsonRecord, updatedBy: row.updated_by }],
        );
      }
    }
  }

  /** One item with what is stored of it, in one statement. Throws NOT_FOUND for an item the caller does not see. */
  async one(context: RequestContext, projectId: number, itemId: number): Promise<ReadAnnotation> {
    const ofItem = await this.items.assigned(context, projectId, sql.ref('item.id'));
    const kept = sql<{
      readonly assigned: readonly Assignment[];
      readonly stored: (Omit<Selectable<AnnotationTable>, 'updated_at'> & { readonly updated_at: string }) | null;
    }>`json_build_object('assigned', ${ofItem}, 'stored', (select row_to_json(kept) from (select ${withoutLarge} from annotations.annotation) as kept where kept.team_id = item.team_id and kept.item_id = item.id))`;
    const {
      item,
      beside: { assigned, stored },
    } = await this.items.getWith(context, itemId, projectId, kept);
    const statusOf = await this.items.statusNames(context, projectId);
    return {
      item,
      stamp: stampOf(item, assigned, statusOf),
      row:
        stored === null
          ? undefined
          : await this.#entire(context, { ...stored, updated_at: new Date(stored.updated_at) }),
    };
  }

  /** Stored annotations of items of one project, in the given order. */
  async *read(context: RequestContext, items: readonly ItemRow[]): AsyncGenerator<ReadAnnotation> {
    for await (const batch of prefetchOne(this.#batches(context, items))) yield* batch;
  }

  /** The same with the items as calls answer them. */
  async *readViewed(
    context: RequestContext,
    items: readonly ItemRow[],
  ): AsyncGenerator<ReadAnnotation & { readonly view: Item }> {
    for await (const batch of prefetchOne(this.#viewedBatches(context, items))) yield* batch;
  }

  async *#viewedBatches(
    context: RequestContext,
    items: readonly ItemRow[],
  ): AsyncGenerator<readonly (ReadAnnotation & { readonly view: Item })[]> {
    for await (const batch of this.#batches(context, items)) {
      const views = await this.items.views(
        context,
        batch.map(each => each.item),
      );
      yield batch.map((each, index) => ({ ...each, view: views[index]! }));
    }
  }

  async *#batches(context: RequestContext, items: readonly ItemRow[]): AsyncGenerator<readonly ReadAnnotation[]> {
    for (let start = 0; start < items.length; start += PAGE) {
      const page = items.slice(start, start + PAGE);
      const sizes =
        page.length === 1
          ? new Map<number, AnnotationSize>()
          : await this.sizes(
              context,
              page.map(each => each.id),
            );
      for (const batch of batches(page, item => sizes.get(item.id)?.size ?? 0)) yield await this.#batch(context, batch);
    }
  }

  /** Returns the facts about items that documents of one project contain. */
  async stamps(context: RequestContext, rows: readonly ItemRow[]): Promise<readonly StampItem[]> {
    const [first] = rows;
    if (first === undefined) return [];
    const assigned = await this.items.assignments(
      context,
      first.project_id,
      rows.map(row => row.id),
    );
    const statusOf = await this.items.statusNames(context, first.project_id);
    return rows.map(row => stampOf(row, assigned.get(row.id) ?? [], statusOf));
  }

  async #batch(context: RequestContext, batch: readonly ItemRow[]): Promise<readonly ReadAnnotation[]> {
    const read = await context.transaction(async (trx: Kysely<AnnotationTables>) => {
      const projectId = batch[0]!.project_id;
      const statusOf = await this.items.statusNames(context, projectId);
      // One statement for the document and what it says of the item: somebody waits for every way to the database.
      const assigned = await this.items.assigned(context, projectId, sql.ref('given.id'));
      const { rows } = await sql<
        Selectable<AnnotationTable> & { readonly id: number; readonly assigned: readonly Assignment[] }
      >`
        select kept.*, given.id, ${assigned} as assigned from unnest(${batch.map(each => each.id)}::int[]) as given (id)
        left join (select ${withoutLarge} from annotations.annotation) as kept on kept.team_id = ${context.team.id}::int and kept.item_id = given.id`.execute(
        trx,
      );
      const byItem = new Map(rows.map(row => [row.id, row]));
      return batch.map(item => {
        const row = byItem.get(item.id)!;
        return { item, stamp: stampOf(item, row.assigned, statusOf), row: row.item_id === null ? undefined : row };
      });
    });
    const entire: ReadAnnotation[] = [];
    for (const each of read)
      entire.push(each.row === undefined ? each : { ...each, row: await this.#entire(context, each.row) });
    return entire;
  }

  /** Returns an annotation with its document when that was left out for its size. */
  async #entire(context: RequestContext, row: Selectable<AnnotationTable>): Promise<ReadAnnotation['row']> {
    if (row.size <= LARGE && !row.behind) return row;
    const {
      rows: [now],
    } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<Selectable<AnnotationTable> & { readonly document: string | null }>`
        select ${withText} from annotations.annotation where team_id = ${context.team.id}::int and item_id = ${row.item_id}::int`.execute(
        trx,
      ),
    );
    return now === undefined ? undefined : { ...now, document: now.document && (await parsed(now.document)) };
  }
}

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseJson(Buffer.from(text));
  } catch (error) {
    // Documents that were stored are not bound by the limits of requests.
    if (isFault(error)) return JSON.parse(text) as unknown;
    throw error;
  }
}

function* batches<T>(items: readonly T[], sizeOf: (item: T) => number): Generator<readonly T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (batch.length > 0 && (batch.length === READ_ITEMS || characters + size > READ_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(item);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}

function stampOf(row: ItemRow, assignments: readonly Assignment[], statusOf: (value: number) => ItemStatus): StampItem {
  const assignee = (role: number): string | null => assignments.find(each => each.user_role === role)?.user_id ?? null;
  return {
    id: row.id,
    name: row.name,
    projectId: row.project_id,
    status: statusOf(row.annotation_status).name,
    annotatorEmail: assignee(1),
    qaEmail: assignee(2),
    width: row.width,
    height: row.height,
    pinned: row.is_pinned,
  };
}
