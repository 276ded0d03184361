import { inject } from 'inversify';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { bringManner } from '../../common/bring-api.ts';
import type { ChangeCounts, RefusedItems } from '../../common/change-outcome.ts';
import { mergedReasons } from '../../common/change-outcome.ts';
import { Folders } from '../folders.ts';
import { ItemCopier } from '../item-copier.ts';
import { ItemReader } from '../item-reader.ts';
import type { FolderRow } from '../items-tables.ts';
import { ItemMarks } from './item-marks.ts';
import type { FormerState } from './item-changing.ts';
import type { Crossing } from './cross-project-checks.ts';
import { CrossProjectChecks } from './cross-project-checks.ts';

const keptBringing = z.object({ ...bringManner.shape, folder_id: z.int(), to_project_id: z.int().optional() });
export type Bringing = z.output<typeof keptBringing>;

/** A bringing whose target is known and whose caller may do it. */
export interface OpenedCopyOrMove {
  readonly bringing: Bringing;
  readonly crossing: Crossing;
  readonly target: FolderRow;
}

/** Former place of an item: the folder it was in. */
export const formerPlace = z.object({ folder_id: z.int() });
/** Place and id of the arrived item, and its mark at that time. */
export const arrivedPlace = z.object({ item_id: z.int(), mark: z.string() });

/** Reads the options of a copy or move, from a call or from an earlier one. */
export const readBringing = (given: unknown): Bringing => keptBringing.parse(given);

/** Brings items of any folders of a project into one folder of it or of another project, some at a time. */
export class ItemCopyOrMove {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemCopier) private readonly copier: ItemCopier,
    @inject(CrossProjectChecks) private readonly crossings: CrossProjectChecks,
    @inject(ItemMarks) private readonly marks: ItemMarks,
  ) {}

  /**
   * The target folder, for a caller who may use it.
   * @throws Fault NOT_FOUND, FORBIDDEN, INVALID_FIELD, UPLOAD_STATE (409)
   */
  async open(context: RequestContext, projectId: number, given: unknown): Promise<OpenedCopyOrMove> {
    const bringing = readBringing(given);
    const crossing = await this.crossings.open(
      context,
      projectId,
      bringing.to_project_id ?? projectId,
      bringing.operation,
    );
    return { bringing, crossing, target: await this.folders.get(context, crossing.to, bringing.folder_id) };
  }

  /**
   * Brings some items over: those whose names are taken there, and those that are there already, count as the same
   * unless they replace.
   */
  async bring(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    { bringing, crossing, target }: OpenedCopyOrMove,
  ): Promise<{ readonly counts: ChangeCounts; readonly former: readonly FormerState[] }> {
    // What is moved takes along all it has.
    const whole = bringing.operation === 'move';
    const manner = {
      operation: bringing.operation,
      annotations: whole || bringing.annotations,
      keepPin: whole || bringing.pins,
      duplicates: bringing.duplicates,
      missing: bringing.missing,
      keepsStatus: crossing.keepsStatus,
    };
    return context.transaction(async () => {
      const rows = [...(await this.reader.byIds(context, projectId, ids)).values()];
      let [changed, same] = [0, 0];
      const arrived: { readonly source: number; readonly target: number; readonly folder: number }[] = [];
      const refused: RefusedItems[] = [];
      const leftOut: RefusedItems[] = [];
      for (const folder of new Set(rows.map(row => row.folder_id))) {
        const outcome = await this.copier.bring(
          context,
          rows.filter(row => row.folder_id === folder).map(row => row.id),
          { project_id: projectId, id: folder },
          target,
          manner,
        );
        changed += outcome.done;
        same += outcome.skipped;
        arrived.push(...outcome.arrived.map(each => ({ ...each, folder })));
        refused.push(...outcome.refused);
        leftOut.push(...outcome.leftOut);
      }
      if (changed > 0) await this.crossings.arrived(context, crossing);
      const marks = await this.marks.of(
        context,
        crossing.to,
        arrived.map(each => each.target),
      );
      const former = arrived.map((each): FormerState => ({
        item_id: each.source,
        before: { folder_id: each.folder },
        after: { item_id: each.target, mark: marks.get(each.target) ?? '' },
      }));
      return {
        counts: { changed, same, since: 0, refused: mergedReasons(refused), leftOut: mergedReasons(leftOut) },
        former,
      };
    });
  }
}
