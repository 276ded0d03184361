import { sql } from 'kysely';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { TestApp } from '#tests/support/test-app.ts';

interface LoggedItem {
  readonly id: number;
  readonly folder_id: number;
  readonly annotation_status: number;
  readonly approval_status: number;
  readonly deleted_at: Date | null;
  readonly created_at: Date;
  readonly document: unknown;
}
interface LoggedEntry {
  readonly item_id: number;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  readonly by_email: string;
  readonly at: Date;
}
interface LoggedBeat {
  readonly item_id: number;
  readonly email: string;
  readonly at: Date;
  readonly type: string;
}
interface Assigned {
  readonly item_id: number;
  readonly email: string;
}
interface Thing {
  readonly item: number;
  readonly classId: number;
  readonly by: string;
  readonly error: unknown;
  readonly attributes: readonly { readonly groupId?: number; readonly id?: number }[];
}

const IDLE_MS = 900_000;

/** Returns the figures of a project from its logs, counted one by one and without the tables of analytics. */
export async function recount(app: TestApp, project: number) {
  const read = <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
    app.database.system('a test').transaction(async trx => (await query.execute(trx)).rows);
  const items = (
    await read(sql<LoggedItem>`select item.id, item.folder_id, item.annotation_status, item.approval_status,
      item.deleted_at, item.created_at, kept.document from items.item as item
    left join annotations.annotation as kept on kept.item_id = item.id where item.project_id = ${project}::int
      order by item.id`)
  ).filter(each => each.deleted_at === null);
  const present = new Set(items.map(each => each.id));
  const ofPresent = <Row extends { readonly item_id: number }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(row => present.has(row.item_id));
  const entries = ofPresent(
    await read(
      sql<LoggedEntry>`select item_id, kind, before, after, by_email, at from item_details.entry
        where project_id = ${project}::int order by id`,
    ),
  );
  const beats = await read(
    sql<LoggedBeat>`select item_id, email, at, type from time_tracker.beat where project_id = ${project}::int
      order by email, at`,
  );
  const assigned = ofPresent(
    await read(
      sql<Assigned>`select item_id, lower(email) as email from items.assignment where project_id = ${project}::int`,
    ),
  );
  const things = items.flatMap(({ id, document }): Thing[] =>
    document === null
      ? []
      : readDocument(document).instances.map(each => ({
          item: id,
          classId: each.classId,
          by: each.createdBy?.email ?? '',
          error: each['error'],
          attributes: each.attributes,
        })),
  );
  const worked = beats.flatMap((beat, at) => {
    const before = beats[at - 1];
    const gap = before?.email === beat.email ? beat.at.getTime() - before.at.getTime() : Infinity;
    return gap <= IDLE_MS && present.has(beat.item_id) ? [{ ...beat, gap }] : [];
  });
  const moves = entries.filter(each => each.kind === 'status');
  const verdicts = entries.filter(each => each.kind === 'approval');
  return {
    items,
    things,
    moves,
    verdicts,
    assigned,
    worked,
    itemsOf: (email: string): ReadonlySet<number> =>
      new Set(
        [
          ...assigned,
          ...moves.map(each => ({ item_id: each.item_id, email: each.by_email })),
          ...things.map(each => ({ item_id: each.item, email: each.by })),
        ]
          .filter(each => each.email === email)
          .map(each => each.item_id),
      ),
  };
}
export type Recount = Awaited<ReturnType<typeof recount>>;
