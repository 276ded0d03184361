import { exportStates, formatNumbers } from '#plugins/exchange/exchange/common/index.ts';
import type { ExchangeHooks, ExportChange } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { AnnotationHooks, CommentChanges } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { TimeTrackerHooks } from '#plugins/manage/time-tracker/server/kit/index.ts';
import type { Workflow } from '#plugins/organize/workflow/common/index.ts';
import { transitionBetween } from '#plugins/organize/workflow/common/index.ts';
import type { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import type { Items, ItemsHooks, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ServerPluginContext } from '#core/kernel/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { COMMENTED, SAVED, TRANSITION } from '../common/event-types.ts';
import { isWithChange } from '../common/transition-steps.ts';
import type { EventOutbox } from './runs/event-outbox.ts';
import type { HappenedEvent } from './runs/happened-event.ts';
import type { PipelineOwners } from './runs/pipeline-owners.ts';
import type { TransitionRuns } from './runs/transition-runs.ts';

interface Sources {
  readonly items: Items;
  readonly statuses: Pick<ItemsHooks, 'statusesPreparing' | 'statusFollowing'>;
  readonly projects: Projects;
  readonly workflows: Workflows;
  readonly annotations: AnnotationHooks;
  readonly comments: CommentChanges;
  readonly owners: PipelineOwners;
  readonly transitions: TransitionRuns;
  /** Undefined where the plugin is not there. */
  readonly exchange: ExchangeHooks | undefined;
  readonly timeTracker: TimeTrackerHooks | undefined;
}

/** Raises the events about transitions, annotations, comments, opened items and exports, inside their transactions. */
export function tapWorkEvents<M extends Manifest>(
  { tap }: Pick<ServerPluginContext<M>, 'tap'>,
  { items, statuses, projects, workflows, owners, transitions, annotations, comments, exchange, timeTracker }: Sources,
  outbox: EventOutbox,
): void {
  const itemsOf = async (context: RequestContext, projectId: number, ids: readonly number[]) =>
    [...(await items.byIds(context, projectId, ids)).values()].map(row => ({ id: row.id, folderId: row.folder_id }));

  tap(statuses.statusesPreparing, context => owners.load(context));
  tap(statuses.statusFollowing, async (context, changes) => {
    if (changes.length === 0 || !(await outbox.awaited(context, [TRANSITION])).has(TRANSITION)) return;
    const projectId = changes[0]!.item.project_id;
    const workflow = await workflows.ofProject(context, projectId);
    const role = (await projects.membership(context, projectId))?.role;
    await outbox.record(context, {
      type: TRANSITION,
      projectId,
      items: transitionsOf(workflow, role, changes),
      carriesOut({ settings, owner_id: ownerId }) {
        // A status that follows from other work, such as a save, must not be refused any more.
        const owner =
          changes.every(each => each.requested === true) && isWithChange({ type: TRANSITION, settings })
            ? owners.get(context, ownerId)
            : undefined;
        return owner === undefined ? undefined : eventId => transitions.carryOut(owner, eventId);
      },
    });
  });
  tap(annotations.storingMany, async (context, projectId, stored) => {
    const ids = stored.map(each => each.itemId);
    // People wait for a save: nothing else is asked unless a pipeline is started by it.
    const awaited = await outbox.awaited(context, [SAVED, COMMENTED]);
    if (awaited.size === 0) return;
    const rows = await itemsOf(context, projectId, ids);
    if (awaited.has(SAVED)) await outbox.record(context, { type: SAVED, projectId, items: rows, calm: true });
    if (!awaited.has(COMMENTED)) return;
    const changed = await comments.ofNewest(context, ids);
    await outbox.record(context, {
      type: COMMENTED,
      projectId,
      items: rows.flatMap(row => {
        const changes = changed.get(row.id);
        return changes === undefined
          ? []
          : [{ ...row, facets: { change: changes.map(each => each.change) }, more: { comments: changes } }];
      }),
    });
  });
  if (timeTracker !== undefined)
    tap(timeTracker.opened, async (context, projectId, ids) => {
      if (!(await outbox.awaited(context, ['item open'])).has('item open')) return;
      const role = (await projects.membership(context, projectId))?.role;
      await outbox.record(context, {
        type: 'item open',
        projectId,
        items: (await itemsOf(context, projectId, ids)).map(row => ({
          ...row,
          facets: { role: role === undefined ? [] : [role] },
          more: { opened_by: context.user.email },
        })),
      });
    });
  if (exchange !== undefined)
    tap(exchange.exportChanged, (context, { before, after }) => {
      const { project_id: projectId, folder_ids: folderIds } = (after ?? before)!;
      return outbox.record(context, {
        type: before === undefined ? 'export c' : after === undefined ? 'export d' : 'export u',
        projectId,
        items: undefined,
        ...(folderIds === null ? {} : { folderIds }),
        ...(after === undefined ? {} : { to: exportStatus(after) }),
        context: {
          ...(before === undefined ? {} : { before: exportState(before) }),
          ...(after === undefined ? {} : { after: exportState(after) }),
        },
      });
    });
}

/** Returns the items whose change follows a transition of their workflow. */
const transitionsOf = (
  workflow: Workflow,
  role: number | undefined,
  changes: readonly StatusChange[],
): NonNullable<HappenedEvent['items']> =>
  changes.flatMap(({ item, from, to }) => {
    const transition = transitionBetween(workflow, from, to, role);
    if (transition === undefined) return [];
    const names = { workflow: workflow.name, transition: transition.name };
    return [
      {
        id: item.id,
        folderId: item.folder_id,
        from,
        to,
        facets: { workflow: [names.workflow], transition: [names.transition] },
        more: { transition: { name: names.transition, workflow: names.workflow } },
      },
    ];
  });

type ExportRow = NonNullable<ExportChange['after']>;

const exportStatus = ({ status }: ExportRow): string =>
  Object.entries(exportStates).find(([, code]) => code === status)?.[0] ?? 'inProgress';

const exportState = (row: ExportRow): Readonly<Record<string, unknown>> => ({
  id: row.id,
  name: row.name,
  status: exportStatus(row),
  project_id: row.project_id,
  folder_ids: row.folder_ids,
  format: formatName(row.export_type),
  createdAt: row.created_at.getTime(),
});

const formatName = (code: number): string =>
  Object.entries(formatNumbers).find(([, number]) => number === code)?.[0] ?? String(code);
