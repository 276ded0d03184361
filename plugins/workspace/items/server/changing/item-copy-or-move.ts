import { inject } from 'inversify';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { copyOrMoveOptions, folder_created } from '../../common/copy-or-move-api.ts';
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

const storedCopyOrMove = z.object({
  ...copyOrMoveOptions.shape,
  folder_id: z.int(),
  folder_created,
  to_project_id: z.int().optional(),
});
export type CopyOrMove = z.output<typeof storedCopyOrMove>;

/** A copy or move whose target is known and whose caller may do it. */
export interface OpenedCopyOrMove {
  readonly request: CopyOrMove;
  readonly crossing: Crossing;
  readonly target: FolderRow;
}

/** Former place of an item: the folder it was in. */
export const formerPlace = z.object({ folder_id: z.int() });
/** Place and id of the arrived item, and its mark at that time. */
export const arrivedPlace = z.object({ item_id: z.int(), mark: z.string() });

/** Reads the options of a copy or move, from a call or from an earlier one. */
export const readCopyOrMove = (given: unknown): CopyOrMove => storedCopyOrMove.parse(given);

/** Outcome of a copy or move. */
export interface CopyOrMoveOutcome {
  readonly counts: ChangeCounts;
  /** Items that arrived in a free place. */
  readonly former: readonly FormerState[];
  /** Items that took the place of one of the same name. */
  readonly replaced: readonly { readonly source: number; readonly target: number }[];
}

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
    const request = readCopyOrMove(given);
    const crossing = await this.crossings.open(
      context,
      projectId,
      request.to_project_id ?? projectId,
      request.operation,
    );
    return { request, crossing, target: await this.folders.get(context, crossing.to, request.folder_id) };
  }

  /**
   * Brings some items over: those whose names are taken there, and those that are there already, count as the same
   * unless they replace.
   */
  async copyOrMove(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    { request, crossing, target }: OpenedCopyOrMove,
  ): Promise<CopyOrMoveOutcome> {
    // What is moved takes along all it has.
    const whole = request.operation === 'move';
    const manner = {
      operation: request.operation,
      annotations: whole || request.annotations,
      keepPin: whole || request.pins,
      duplicates: request.duplicates,
      missing: request.missing,
      keepsStatus: crossing.keepsStatus,
    };
    return context.transaction(async () => {
      const rows = [...(await this.reader.byIds(context, projectId, ids)).values()];
      let [changed, same] = [0, 0];
      const arrived: { readonly source: number; readonly target: number; readonly folder: number }[] = [];
      const replaced: { readonly source: number; readonly target: number }[] = [];
      const refused: RefusedItems[] = [];
      const leftOut: RefusedItems[] = [];
      for (const folder of new Set(rows.map(row => row.folder_id))) {
        const outcome = await this.copier.copyOrMove(
          context,
          rows.filter(row => row.folder_id === folder).map(row => row.id),
          { project_id: projectId, id: folder },
          target,
          manner,
        );
        changed += outcome.done;
        same += outcome.skipped;
        arrived.push(...outcome.arrived.map(each => ({ ...each, folder })));
        replaced.push(...outcome.replaced);
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
        replaced,
      };
    });
  }
}
