import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { joins, readBodyQuery } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import { conditionSql, orderSql } from '#core/data/server/index.ts';
import type { Folder } from '../common/item.ts';
import { folderQuery } from '../common/search-api.ts';
import { FolderViews } from './folder-views.ts';
import { Folders } from './folders.ts';
import type { ItemTables } from './items-tables.ts';

const sources: Readonly<Record<string, FieldSource>> = {
  id: { kind: 'integer', value: sql.ref('folder.id') },
  project_id: { kind: 'integer', value: sql.ref('folder.project_id') },
  team_id: { kind: 'integer', value: sql.ref('folder.team_id') },
  name: { kind: 'text', value: sql.ref('folder.name') },
  status: { kind: 'integer', value: sql.ref('folder.status') },
  is_root: { kind: 'flag', value: sql.ref('folder.is_root') },
  createdAt: { kind: 'time', value: sql.ref('folder.created_at') },
  updatedAt: { kind: 'time', value: sql.ref('folder.updated_at') },
};
const source = (name: string): FieldSource | undefined => (Object.hasOwn(sources, name) ? sources[name] : undefined);

/** Finds folders of a project by a body query. Whether the caller may list them is asked before. */
export class FolderSearch {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(FolderViews) private readonly views: FolderViews,
  ) {}

  /** One page by age unless sorted, and the number of all. Throws INVALID_CONDITION. */
  async search(
    context: RequestContext,
    projectId: number,
    query: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly data: Folder[]; readonly count: number }> {
    const plan = readBodyQuery(query, folderQuery);
    await this.folders.root(context, projectId);
    const seen = await this.folders.seen(context, projectId);
    const { rows, count } = await context.transaction(async (trx: Kysely<ItemTables>) => {
      const matching = trx
        .selectFrom('items.folder as folder')
        .where('folder.team_id', '=', context.team.id)
        .where('folder.project_id', '=', projectId)
        .where('folder.deleted_at', 'is', null)
        .where(conditionSql(plan.condition, source))
        .$if(seen !== undefined, each =>
          each.where(({ eb, or }) => or([eb('folder.is_root', '=', true), eb('folder.id', 'in', [-1, ...seen!])])),
        );
      const page = await matching
        .selectAll('folder')
        .orderBy(orderSql(plan, source, sql.ref('folder.id')))
        .offset(plan.offset)
        .limit(plan.limit)
        .execute();
      const all = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { rows: page, count: all.count };
    });
    return {
      data: await this.views.of(
        context,
        projectId,
        rows,
        joins(plan, 'folderUsers') || joins(plan, 'folderUsers.projectUser'),
      ),
      count,
    };
  }
}
