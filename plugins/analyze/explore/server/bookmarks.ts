import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Bookmark } from '../common/keeping-api.ts';

type Trx = Kysely<unknown>;

interface Row {
  readonly id: number;
  readonly project_id: number;
  readonly item_id: number;
  readonly instance_id: string | null;
  readonly note: string;
  readonly color: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A mark on an item, or on one of its instances. */
export interface NewBookmark {
  readonly itemId: number;
  readonly instanceId: string | undefined;
  readonly note: string;
  readonly color: string | null;
}

/** Marks of people on items; nobody sees another's. */
export class Bookmarks {
  constructor(@inject(Items) private readonly items: Items) {}

  async list(
    context: RequestContext,
    projectId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: Bookmark[]; readonly count: number }> {
    return context.transaction(async (trx: Trx) => {
      const mine = sql`from explore.bookmark where team_id = ${context.team.id} and project_id = ${projectId} and email = ${context.user.email}`;
      const { rows } = await sql<Row>`select * ${mine} order by id offset ${offset} limit ${limit}`.execute(trx);
      const {
        rows: [total],
      } = await sql<{ count: number }>`select count(*)::int as count ${mine}`.execute(trx);
      return { data: rows.map(view), count: total!.count };
    });
  }

  /** Marks an item the caller sees; a second mark on the same changes the first. @throws Fault NOT_FOUND. */
  async create(
    context: RequestContext,
    projectId: number,
    { itemId, instanceId, note, color }: NewBookmark,
  ): Promise<Bookmark> {
    const item = await this.items.get(context, itemId, projectId);
    return context.transaction(async (trx: Trx) => {
      const {
        rows: [row],
      } =
        await sql<Row>`insert into explore.bookmark (team_id, project_id, item_id, instance_id, email, note, color) values (${context.team.id}, ${projectId}, ${item.id}, ${instanceId ?? null}, ${context.user.email}, ${note}, ${color})
        on conflict (team_id, item_id, email, coalesce(instance_id, '')) do update set note = excluded.note, color = excluded.color, updated_at = now() returning *`.execute(
          trx,
        );
      return view(row!);
    });
  }

  /** @throws Fault NOT_FOUND. */
  async update(
    context: RequestContext,
    projectId: number,
    id: number,
    { note, color }: { readonly note?: string | undefined; readonly color?: string | null | undefined },
  ): Promise<Bookmark> {
    const {
      rows: [row],
    } = await context.transaction((trx: Trx) =>
      sql<Row>`update explore.bookmark set note = coalesce(${note ?? null}::text, note), color = case when ${color === undefined}::boolean then color else ${color ?? null}::text end, updated_at = now()
      where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} and email = ${context.user.email} returning *`.execute(
        trx,
      ),
    );
    if (row === undefined) throw notFound('The bookmark');
    return view(row);
  }

  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`delete from explore.bookmark where team_id = ${context.team.id} and project_id = ${projectId} and id = ${id} and email = ${context.user.email} returning id`.execute(
        trx,
      ),
    );
    if (rows.length === 0) throw notFound('The bookmark');
  }
}

const view = ({
  id,
  project_id,
  item_id,
  instance_id,
  note,
  color,
  created_at: created,
  updated_at: updated,
}: Row): Bookmark => ({
  id,
  project_id,
  item_id,
  instance_id,
  note,
  color,
  createdAt: created.toISOString(),
  updatedAt: updated.toISOString(),
});
