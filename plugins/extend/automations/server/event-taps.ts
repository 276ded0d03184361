import type { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import type { ServerPluginContext } from '#core/kernel/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { EventRecorder } from './runs/event-outbox.ts';

/** Kinds of changes of items that are events, by the kind of change. */
const CHANGES = {
  approval: 'item u:approval_status',
  assign: 'item u:assignment',
  unassign: 'item u:assignment',
} as const;

/** Raises events where the facts become true, inside their transactions. */
export function tapEvents<M extends Manifest>(
  { tap }: Pick<ServerPluginContext<M>, 'tap'>,
  { items, projects }: { readonly items: ItemsHooks; readonly projects: ProjectsHooks },
  outbox: EventRecorder,
): void {
  tap(items.created, (context, projectId, rows) =>
    outbox.record(context, {
      type: 'item c',
      projectId,
      items: rows.map(row => ({ id: row.id, folderId: row.folder_id })),
    }),
  );
  tap(items.statusChanged, (context, changes) => {
    const moved = changes.filter(each => each.from !== each.to);
    return moved.length === 0
      ? undefined
      : outbox.record(context, {
          type: 'item u:annotation_status',
          projectId: moved[0]!.item.project_id,
          items: moved.map(({ item, from, to }) => ({ id: item.id, folderId: item.folder_id, from, to })),
        });
  });
  for (const [kind, type] of Object.entries(CHANGES))
    tap(items.valuesChanged.for(kind), (context, projectId, changes) =>
      outbox.record(context, {
        type,
        projectId,
        items: changes.map(({ item, before, after }) => ({
          id: item.id,
          folderId: item.folder_id,
          from: before,
          to: after,
        })),
      }),
    );
  const ofProject = (type: string) => (context: Parameters<typeof outbox.record>[0], project: Project) =>
    outbox.record(context, { type, projectId: project.id, items: undefined, context: { after: stateOf(project) } });
  tap(projects.created, ofProject('project c'));
  tap(projects.updated, ofProject('project u'));
}

const stateOf = (project: Project): Readonly<Record<string, unknown>> => ({
  id: project.id,
  team_id: project.team_id,
  name: project.name,
  type: project.type,
  status: project.status,
  description: project.description,
  creator_id: project.creator_id,
  upload_state: project.upload_state,
  instructions_link: project.instructions_link,
  workflow_id: project.workflow_id,
  createdAt: Date.parse(project.createdAt),
  updatedAt: Date.parse(project.updatedAt),
});
