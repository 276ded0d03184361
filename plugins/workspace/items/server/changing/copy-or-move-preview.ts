import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CopyOrMoveFinding, CopyOrMoveReport } from '../../common/copy-or-move-api.ts';
import { LOOKED_THROUGH } from '../../common/copy-or-move-api.ts';
import type { ItemSelectionOutput } from '../../common/change-api.ts';
import { Folders } from '../folders.ts';
import { ItemLists } from '../item-lists.ts';
import { ItemQuota } from '../item-quota.ts';
import type { ItemRow } from '../items-hooks.ts';
import { ItemsHooks } from '../items-hooks.ts';
import type { ItemTables } from '../items-tables.ts';
import { CrossProjectChecks } from './cross-project-checks.ts';

/** Target of items. */
export interface CopyOrMoveTarget {
  /** Absent: a folder that is still to be made. */
  readonly folder_id?: number | undefined;
  readonly to_project_id?: number | undefined;
  readonly operation: 'copy' | 'move';
  readonly annotations: boolean;
}

const FATES: readonly CopyOrMoveFinding['fate'][] = ['asked', 'refused', 'left_out', 'made'];

/** Orders first what the person decides. */
const inOrder = (one: CopyOrMoveFinding, other: CopyOrMoveFinding): number =>
  FATES.indexOf(one.fate) - FATES.indexOf(other.fate) ||
  one.kind.localeCompare(other.kind) ||
  one.name.localeCompare(other.name);

/** Previews the effect of copying or moving items to a folder. */
export class CopyOrMovePreview {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemLists) private readonly lists: ItemLists,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(CrossProjectChecks) private readonly crossings: CrossProjectChecks,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * @throws Fault what copying or moving them there throws before it begins: NOT_FOUND, FORBIDDEN, INVALID_FIELD, UPLOAD_STATE
   * (409), FOLDER_LIMIT, PROJECT_LIMIT (422).
   */
  async of(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    { folder_id: folderId, to_project_id: toId = projectId, operation, annotations }: CopyOrMoveTarget,
  ): Promise<CopyOrMoveReport> {
    const { keepsStatus } = await this.crossings.open(context, projectId, toId, operation);
    const target = await this.folders.get(context, toId, folderId);
    const crosses = toId !== projectId;
    const places = await this.#places(context, projectId, selection, folderId === undefined ? 0 : target.id);
    if (crosses) await this.quota.demand(context, target, places.items - places.there - places.taken);
    const items = crosses ? await this.#first(context, projectId, selection) : [];
    const findings: readonly CopyOrMoveFinding[] =
      items.length === 0
        ? []
        : await this.hooks.surveying.promise(context, [], {
            sourceProjectId: projectId,
            projectId: toId,
            items,
            annotations: operation === 'move' || annotations,
          });
    return { ...places, examined: items.length, findings: findings.toSorted(inOrder), keeps_status: keepsStatus };
  }

  async #places(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
    folder: number,
  ): Promise<Pick<CopyOrMoveReport, 'items' | 'there' | 'taken'>> {
    return context.transaction(async (trx: Kysely<ItemTables>) => {
      const selected = await this.lists.selected(context, projectId, selection);
      const {
        rows: [found],
      } = await sql<Pick<CopyOrMoveReport, 'items' | 'there' | 'taken'>>`
        select count(*)::int as items, count(*) filter (where selected.folder_id = ${folder}::int)::int as there,
          count(*) filter (where selected.folder_id <> ${folder}::int and taken.id is not null)::int as taken
        from (${selected.select(['item.folder_id', 'item.name'])}) as selected
        left join items.item as taken on taken.team_id = ${context.team.id}::int and taken.folder_id = ${folder}::int and taken.name = selected.name and taken.deleted_at is null`.execute(
        trx,
      );
      return found!;
    });
  }

  async #first(
    context: RequestContext,
    projectId: number,
    selection: ItemSelectionOutput,
  ): Promise<readonly ItemRow[]> {
    return context.transaction(
      async () =>
        (await (
          await this.lists.selected(context, projectId, selection)
        )
          .selectAll('item')
          .orderBy('item.id')
          .limit(LOOKED_THROUGH)
          .execute()) as ItemRow[],
    );
  }
}
