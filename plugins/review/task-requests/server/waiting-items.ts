import { inject } from 'inversify';
import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { annotationVersionRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import { categoryRows, itemCategoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import {
  ItemsHooks,
  assignmentRows,
  folderPersonRows,
  folderRows,
  itemRows,
} from '#plugins/workspace/items/server/kit/index.ts';
import { MOST_COUNTED } from '../common/api.ts';
import type { WorkStatuses } from '../common/request-rules.ts';
import type { ItemSharing } from './request-hooks.ts';

/** The person who requests items, and the project. */
export interface Asker {
  readonly projectId: number;
  readonly email: string;
  readonly role: number;
  readonly work: WorkStatuses;
  /** Only items of these categories; undefined: of any, and those without. */
  readonly categories: readonly number[] | undefined;
  /** Rules for sharing the items of the project; undefined: each to one person of a role. */
  readonly sharing: ItemSharing | undefined;
}

/** The next items of one part of the queue, at most `most`; their rows stay locked until the transaction ends. */
export type NextItems = (most: number) => Promise<readonly number[]>;

type Waiting = SelectQueryBuilder<{ item: ItemRow }, 'item', object>;

/** Statuses of folders that hand out no items: completed and on hold. */
const CLOSED_FOLDERS = [3, 4];

const among = (column: string, ids: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`;

/**
 * Items that wait for somebody of a role: in a status the role works on, and nobody of the role has them. What else is
 * asked of an item is a value of one row (`limit 1`), never a join: a database that has not yet counted its rows (the
 * embedded one counts rarely) would compare every item with every assignment.
 */
export class WaitingItems {
  constructor(@inject(ItemsHooks) private readonly hooks: ItemsHooks) {}

  /** Returns the number of items the person has and must finish before getting more. */
  async unfinished(context: RequestContext, asker: Asker): Promise<number> {
    const folders = await this.hooks.visibleFolders.promise(context, undefined, asker.projectId);
    return context.transaction(async (trx: Kysely<unknown>) => {
      if (asker.sharing !== undefined) return asker.sharing.unfinished();
      const assigned = await trx
        .selectFrom(assignmentRows.as('assignment'))
        .select('item_id')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', asker.projectId)
        .where('email', '=', asker.email)
        .where('user_role', '=', asker.role)
        .execute();
      const { count } = await workable(trx, context, asker)
        .where(
          among(
            'item.id',
            assigned.map(row => row.item_id),
          ),
        )
        .$if(folders !== undefined, query => query.where(among('item.folder_id', folders!)))
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow();
      return count;
    });
  }

  /** The categories the person may choose, by name, and how many items wait in each, counted up to `MOST_COUNTED`. */
  async byCategory(context: RequestContext, asker: Asker): Promise<{ id: number; name: string; left: number }[]> {
    return context.transaction(async (trx: Kysely<unknown>) => {
      const folders = await this.#folders(trx, context, { ...asker, categories: undefined });
      const one = waiting(trx, context, { ...asker, categories: undefined })
        .where(among('item.folder_id', folders))
        .where(sql<boolean>`item.id = sorted.item_id`)
        .select('item.id')
        .limit(1);
      const few = trx
        .selectFrom(itemCategoryRows.as('sorted'))
        .select('sorted.item_id')
        .where('sorted.team_id', '=', context.team.id)
        .where('sorted.project_id', '=', asker.projectId)
        .where(sql<boolean>`sorted.category_id = category.id`)
        .where(sql<boolean>`(${one}) is not null`)
        .limit(MOST_COUNTED);
      return trx
        .selectFrom(categoryRows.as('category'))
        .select(['category.id', 'category.name', sql<number>`(select count(*)::int from ${few.as('few')})`.as('left')])
        .where('category.team_id', '=', context.team.id)
        .where('category.project_id', '=', asker.projectId)
        .$if(asker.categories !== undefined, query => query.where(among('category.id', asker.categories!)))
        .orderBy('category.key')
        .orderBy('category.id')
        .execute();
    });
  }

  /**
   * The queue in parts, the first to be emptied first: items that came back to the person, then folder by folder those
   * given to the person, the others by name, and the root. Inside a part by priority (the highest first, without one
   * last) or by name, then by id. Inside the transaction that assigns what it takes.
   */
  async inOrder(context: RequestContext, asker: Asker, byPriority: boolean): Promise<readonly NextItems[]> {
    return context.transaction(async (trx: Kysely<unknown>) => {
      const folders = await this.#folders(trx, context, asker);
      const part =
        (narrow: (query: Waiting) => Waiting): NextItems =>
        async most => {
          let query = narrow(waiting(trx, context, asker));
          if (byPriority) query = query.orderBy(sql`item.entropy_value desc nulls last`);
          // Skipped are rows that others take at this moment: two people never get the same item, and nobody waits.
          const rows = await query
            .orderBy('item.sort_key')
            .orderBy('item.id')
            .select('item.id')
            .limit(most)
            .forNoKeyUpdate()
            .skipLocked()
            .execute();
          return rows.map(row => row.id as number);
        };
      const { returned } = asker.work;
      return [
        ...(returned === undefined
          ? []
          : [
              part(query =>
                query
                  .where('item.annotation_status', '=', returned)
                  .where(among('item.folder_id', folders))
                  .where(workedOnBy(asker.email))
                  .orderBy(sql`array_position(${[...folders]}::int[], item.folder_id)`),
              ),
            ]),
        ...folders.map(folder => part(query => query.where('item.folder_id', '=', folder))),
      ];
    });
  }

  /** Folders with items for the person, in the order of the queue. */
  async #folders(trx: Kysely<unknown>, context: RequestContext, asker: Asker): Promise<readonly number[]> {
    const seen = await this.hooks.visibleFolders.promise(context, undefined, asker.projectId);
    const given = sql<boolean>`exists (select 1 from ${folderPersonRows} as given where given.team_id = folder.team_id and given.folder_id = folder.id and given.email = ${asker.email})`;
    const rows = await trx
      .selectFrom(folderRows.as('folder'))
      .select('folder.id')
      .where('folder.team_id', '=', context.team.id)
      .where('folder.project_id', '=', asker.projectId)
      .where('folder.deleted_at', 'is', null)
      .where(sql<boolean>`coalesce(folder.status, 1) <> all(${CLOSED_FOLDERS}::int[])`)
      .$if(seen !== undefined, query => query.where(among('folder.id', seen!)))
      .where(
        sql<boolean>`(${waiting(trx, context, asker)
          .where(sql<boolean>`item.folder_id = folder.id`)
          .select('item.id')
          .limit(1)}) is not null`,
      )
      .orderBy('folder.is_root')
      .orderBy(given, 'desc')
      .orderBy(sql`lower(folder.name)`)
      .orderBy('folder.id')
      .execute();
    return rows.map(row => row.id);
  }
}

/** Present items in a status the person's role works on. */
function workable(trx: Kysely<unknown>, context: RequestContext, { projectId, work }: Asker): Waiting {
  return (trx.selectFrom(itemRows.as('item')) as unknown as Waiting)
    .where('item.team_id', '=', context.team.id)
    .where('item.project_id', '=', projectId)
    .where('item.deleted_at', 'is', null)
    .where('item.annotation_status', 'in', [-1, ...work.workable]);
}

/**
 * Those of them nobody of the role has, in the person's categories. Reviewers get none that they annotated themselves.
 */
function waiting(trx: Kysely<unknown>, context: RequestContext, asker: Asker): Waiting {
  let query = workable(trx, context, asker).where(
    asker.sharing?.free ??
      sql<boolean>`(select taken.id from ${assignmentRows} as taken where taken.team_id = item.team_id and taken.item_id = item.id and taken.user_role = ${asker.role} limit 1) is null`,
  );
  if (asker.categories !== undefined) {
    query = query.where(
      sql<boolean>`(select own.item_id from ${itemCategoryRows} as own where own.team_id = item.team_id and own.item_id = item.id and ${among('own.category_id', asker.categories)} limit 1) is not null`,
    );
  }
  return asker.role === projectRoles.qa ? query.where(sql<boolean>`not (${workedOnBy(asker.email)})`) : query;
}

/** The person saved annotations of the item, as far as versions of it are kept. */
const workedOnBy = (email: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select version.item_id from ${annotationVersionRows} as version where version.team_id = item.team_id and version.item_id = item.id and version.updated_by = ${email} limit 1) is not null`;
