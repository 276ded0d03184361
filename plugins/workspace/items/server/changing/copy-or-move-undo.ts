import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { itemNameTakenMessage } from '../../common/item-name.ts';
import { Folders } from '../folders.ts';
import { ItemCopier } from '../item-copier.ts';
import { arrivedPlace, formerPlace, readCopyOrMove } from './item-copy-or-move.ts';
import type { ChangedItems, FormerState } from './item-changing.ts';
import { ItemChanging } from './item-changing.ts';
import type { Refusals } from './items-refused.ts';
import { ItemMarks } from './item-marks.ts';
import { demandIn } from './cross-project-checks.ts';

/** A copied or moved item: what it was, and what it is where it arrived. */
interface ArrivedItem {
  readonly source: number;
  readonly target: number;
  readonly folder: number;
  readonly state: FormerState;
}

/** A copy or move that is taken back, step by step. */
export interface UndoneCopyOrMove {
  readonly value: unknown;
  step(former: readonly FormerState[], refused: Refusals): Promise<ChangedItems>;
  /** Follows the last step, in its transaction. */
  finish?(): Promise<void>;
}

/**
 * Takes copies and moves back: copies go, and what was moved is in its folder again. What somebody changed since stays
 * as it is. A folder that was made for them goes when nothing is left in it.
 */
export class CopyOrMoveUndo {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemCopier) private readonly copier: ItemCopier,
    @inject(ItemChanging) private readonly changing: ItemChanging,
    @inject(ItemMarks) private readonly marks: ItemMarks,
  ) {}

  /** @throws Fault NOT_FOUND for the other project, FORBIDDEN naming the project in which a right is missing. */
  async open(context: RequestContext, projectId: number, given: unknown): Promise<UndoneCopyOrMove> {
    const request = readCopyOrMove(given);
    const moved = request.operation === 'move';
    const to = request.to_project_id ?? projectId;
    const crossed = to !== projectId;
    if (!moved || crossed)
      await demandIn(context, await this.projects.get(context, to), 'DeleteItem', 'take items out of');
    await context.demand(moved ? 'MoveItem' : 'CopyItem', { projectId });
    const takeBack = async (arrivals: readonly ArrivedItem[]): Promise<readonly Refusal[]> => {
      if (moved && !crossed) return this.#moveBack(context, projectId, request.folder_id, arrivals);
      const refused = moved ? await this.#restore(context, projectId, arrivals) : [];
      const kept = new Set(refused.map(each => each.id));
      await this.changing.apply(
        context,
        to,
        arrivals.filter(each => !kept.has(each.source)).map(each => each.target),
        { kind: 'delete' },
      );
      return refused;
    };
    return {
      value: request,
      step: former => context.transaction(() => this.#step(context, to, former, takeBack)),
      finish: async () => {
        if (request.folder_created === true && (await context.can('DeleteFolder', { projectId: to })))
          await this.folders.removeEmpty(context, to, request.folder_id);
      },
    };
  }

  async #step(
    context: RequestContext,
    to: number,
    former: readonly FormerState[],
    takeBack: (arrivals: readonly ArrivedItem[]) => Promise<readonly Refusal[]>,
  ): Promise<ChangedItems> {
    const all = former.map((state): ArrivedItem & { readonly mark: string } => {
      const { item_id: target, mark } = arrivedPlace.parse(state.after);
      return { source: state.item_id, target, folder: formerPlace.parse(state.before).folder_id, state, mark };
    });
    const marks = await this.marks.of(
      context,
      to,
      all.map(each => each.target),
    );
    const arrivals = all.filter(each => marks.get(each.target) === each.mark);
    const refused = await takeBack(arrivals);
    const kept = new Set(refused.map(each => each.id));
    return {
      changed: arrivals.filter(each => !kept.has(each.source)).map(each => each.state),
      same: [],
      since: all.filter(each => marks.get(each.target) !== each.mark).map(each => each.source),
      refused,
    };
  }

  async #moveBack(
    context: RequestContext,
    projectId: number,
    fromFolder: number,
    arrivals: readonly ArrivedItem[],
  ): Promise<readonly Refusal[]> {
    const back = new Set<number>();
    for (const folder of new Set(arrivals.map(each => each.folder))) {
      const ids = arrivals.filter(each => each.folder === folder).map(each => each.target);
      const { arrived } = await this.copier.copyOrMove(
        context,
        ids,
        { project_id: projectId, id: fromFolder },
        await this.folders.get(context, projectId, folder),
        { operation: 'move', annotations: true, keepPin: true, duplicates: 'skip_duplicates' },
      );
      for (const each of arrived) back.add(each.source);
    }
    return arrivals
      .filter(each => !back.has(each.target))
      .map(each => ({ id: each.source, fault: new Fault('NAME_EXISTS', itemNameTakenMessage, { status: 409 }) }));
  }

  async #restore(
    context: RequestContext,
    projectId: number,
    arrivals: readonly ArrivedItem[],
  ): Promise<readonly Refusal[]> {
    const { refused } = await this.changing.change(
      context,
      projectId,
      arrivals.map(each => each.source),
      await this.changing.open(context, projectId, { kind: 'restore' }, { demand: false }),
    );
    return refused;
  }
}

type Refusal = ChangedItems['refused'][number];
