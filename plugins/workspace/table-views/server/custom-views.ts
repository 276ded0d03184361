import { injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely, Selectable } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CustomView, CustomViewDraft } from '../common/api.ts';

type List = ColumnType<unknown[], string, string>;
type Stamp = ColumnType<Date, Date | undefined, Date>;

interface CustomViewTables {
  'table_views.view': {
    id: GeneratedAlways<number>;
    team_id: number;
    email: string | null;
    key: string;
    name: string;
    columns: List;
    sort: List;
    filters: List;
    is_default: boolean;
    created_at: Stamp;
    updated_at: Stamp;
  };
}
type Trx = Kysely<CustomViewTables>;

/** Most views of one person, and of the team, for one table. */
const MOST_VIEWS = 50;
/** Most tables that one person, or the team, keeps views of. */
const MOST_KEYS = 200;

/** Views of tables. Everybody keeps the own ones; those of the team are kept by who may change the team. */
@injectable()
export class CustomViews {
  /** The team's views, then the caller's, by name. */
  async list(context: RequestContext, key: string | undefined): Promise<CustomView[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('table_views.view')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where(each => each.or([each('email', 'is', null), each('email', '=', context.user.email)]))
        .$if(key !== undefined, query => query.where('key', '=', key!))
        .orderBy('email', order => order.asc().nullsFirst())
        .orderBy('key')
        .orderBy('name')
        .execute(),
    );
    return rows.map(view);
  }

  /**
   * Keeps a view in place of one of the same name. Throws FORBIDDEN for a shared one without the right, PLAN_LIMIT
   * beyond 50 of one table or 200 tables.
   */
  async save(context: RequestContext, draft: CustomViewDraft): Promise<CustomView> {
    if (draft.shared) await context.demand('UpdateTeam');
    const email = draft.shared ? null : context.user.email;
    return context.transaction(async (trx: Trx) => {
      const all = (await this.list(context, undefined)).filter(each => each.user_id === email);
      const keys = new Set(all.map(each => each.key));
      if (keys.size >= MOST_KEYS && !keys.has(draft.key))
        throw new Fault('PLAN_LIMIT', `There are views of ${MOST_KEYS} tables already. Delete those of one first.`, {
          status: 422,
        });
      const own = all.filter(each => each.key === draft.key);
      if (own.length >= MOST_VIEWS && !own.some(each => each.name === draft.name))
        throw new Fault('PLAN_LIMIT', `A table has at most ${MOST_VIEWS} views. Delete one first.`, { status: 422 });
      if (draft.is_default)
        await trx
          .updateTable('table_views.view')
          .set({ is_default: false })
          .where('team_id', '=', context.team.id)
          .where('key', '=', draft.key)
          .where('email', email === null ? 'is' : '=', email)
          .execute();
      const written = {
        columns: JSON.stringify(draft.columns),
        sort: JSON.stringify(draft.sort),
        filters: JSON.stringify(draft.filters),
        is_default: draft.is_default,
        updated_at: new Date(),
      };
      return view(
        await trx
          .insertInto('table_views.view')
          .values({ team_id: context.team.id, email, key: draft.key, name: draft.name, ...written })
          .onConflict(conflict => conflict.columns(['team_id', 'email', 'key', 'name']).doUpdateSet(written))
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Throws NOT_FOUND for a view of somebody else, FORBIDDEN for the team's without the right. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const found = (await this.list(context, undefined)).find(each => each.id === id);
    if (found === undefined) throw notFound('The view');
    if (found.user_id === null) await context.demand('UpdateTeam');
    await context.transaction((trx: Trx) => trx.deleteFrom('table_views.view').where('id', '=', id).execute());
  }
}

const view = (row: Selectable<CustomViewTables['table_views.view']>): CustomView => ({
  id: row.id,
  user_id: row.email,
  team_id: row.team_id,
  key: row.key,
  name: row.name,
  columns: row.columns,
  sort: row.sort,
  filters: row.filters,
  is_default: row.is_default,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
