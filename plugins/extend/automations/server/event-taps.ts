import type { FolderChange, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import type { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { projectStatusOf } from '#plugins/workspace/projects/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
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
          ...(type === 'item u:assignment' ? { facets: { role: rolesBetween(before, after) } } : {}),
        })),
      }),
    );
  const ofProject = (context: RequestContext, type: string, states: { before?: Project; after?: Project }) => {
    const { before, after } = states;
    return outbox.record(context, {
      type,
      projectId: (after ?? before)!.id,
      items: undefined,
      ...statusBetween(before?.status, after?.status),
      context: {
        ...(before === undefined ? {} : { before: stateOf(before) }),
        ...(after === undefined ? {} : { after: stateOf(after) }),
      },
    });
  };
  tap(projects.created, (context, after) => ofProject(context, 'project c', { after }));
  tap(projects.updated, (context, after, before) => ofProject(context, 'project u', { before, after }));
  tap(projects.deleting, (context, before) => ofProject(context, 'project d', { before }));
  tap(items.folderChanged, (context, { before, after }) => {
    const { id, project_id: projectId } = (after ?? before)!;
    return outbox.record(context, {
      type: before === undefined ? 'folder c' : after === undefined ? 'folder d' : 'folder u',
      projectId,
      folderIds: [id],
      items: undefined,
      ...statusBetween(before?.status ?? undefined, after?.status ?? undefined),
      context: {
        ...(before === undefined ? {} : { before: folderState(before) }),
        ...(after === undefined ? {} : { after: folderState(after) }),
      },
    });
  });
}

/** Returns the names of statuses of a project or folder that differ; nothing where they do not. */
const statusBetween = (from: number | undefined, to: number | undefined): { from?: string; to?: string } =>
  from === undefined || to === undefined || from === to
    ? {}
    : { from: projectStatusOf(from).name, to: projectStatusOf(to).name };

/** Returns the roles in which an item has other people than before. */
function rolesBetween(before: unknown, after: unknown): readonly string[] {
  const [old, now] = [before, after].map(each => (each ?? {}) as Readonly<Record<string, unknown>>);
  return [...new Set([...Object.keys(old!), ...Object.keys(now!)])].filter(role => old![role] !== now![role]);
}

const folderState = (folder: NonNullable<FolderChange['after']>): Readonly<Record<string, unknown>> => ({
  id: folder.id,
  name: folder.name,
  status: folder.status,
  project_id: folder.project_id,
  team_id: folder.team_id,
});

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
