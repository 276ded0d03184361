import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { folderRows, Items } from '#plugins/workspace/items/server/kit/index.ts';

type Trx = Kysely<unknown>;

/** One item of a dataset version as its file has it. */
export interface SnapshotLine {
  readonly item_id: number;
  readonly name: string;
  /** Null for items in no folder. */
  readonly folder: string | null;
  readonly status: number;
  readonly approval: number;
  readonly subsets: readonly string[];
  /** Version of the annotations; 0 when nothing was ever stored. */
  readonly revision: number;
  /** Null where nothing is annotated. */
  readonly annotations: unknown;
}

/** Reads what a dataset version keeps of items. */
export class SnapshotLines {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
  ) {}

  /** The lines of items, in the given order; those the caller does not see any more are left out. */
  async *of(context: RequestContext, projectId: number, ids: readonly number[]): AsyncGenerator<SnapshotLine> {
    const rows = await this.items.byIds(context, projectId, ids);
    const present = ids.flatMap(id => rows.get(id) ?? []);
    const { folders, subsets } = await context.transaction(async (trx: Trx) => {
      const { rows: named } = await sql<{
        id: number;
        name: string;
        is_root: boolean;
      }>`select id, name, is_root from ${folderRows} as folder where folder.team_id = ${context.team.id}::int and folder.id = any(${[...new Set(present.map(row => row.folder_id))]}::int[])`.execute(
        trx,
      );
      const { rows: members } = await sql<{
        item_id: number;
        names: readonly string[];
      }>`select kept.item_id, json_agg(subset.name order by subset.name) as names from explore.subset_item as kept join explore.subset as subset on subset.team_id = kept.team_id and subset.id = kept.subset_id
        where kept.team_id = ${context.team.id}::int and kept.item_id = any(${present.map(row => row.id)}::int[]) group by kept.item_id`.execute(
        trx,
      );
      return {
        folders: new Map(named.map(each => [each.id, each.is_root ? null : each.name])),
        subsets: new Map(members.map(each => [each.item_id, each.names])),
      };
    });
    const project = await this.annotations.project(context, projectId);
    for await (const { item, document, revision } of this.annotations.native(context, present, project))
      yield {
        item_id: item.id,
        name: item.name,
        folder: folders.get(item.folder_id) ?? null,
        status: item.annotation_status,
        approval: item.approval_status,
        subsets: subsets.get(item.id) ?? [],
        revision,
        annotations: document ?? null,
      };
  }
}
