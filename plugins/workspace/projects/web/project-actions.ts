import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, errorText, toast, toastError } from '#core/ui/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import type { Project } from '../common/project.ts';
import { projectStatusOf } from '../common/project-status.ts';
import { messages } from './messages.ts';
import { ProjectsClient } from './projects-client.ts';

/** A project as the list holds it. */
export type ListedProject = Project & { readonly deletedAt: string | null };
export type ListPage = { readonly data: readonly ListedProject[]; readonly count: number };

/** Actions on a project from lists and headers; errors are shown. */
export interface ProjectActions {
  pin(project: Project): Promise<void>;
  setStatus(project: Project, status: number): Promise<void>;
  /** Asks for its name first, and offers to take it back. */
  remove(project: Project): Promise<void>;
  restore(project: Pick<Project, 'id' | 'name'>): Promise<void>;
  /** Gives many a status; says which could not have it. */
  setStatusOf(ids: readonly number[], status: number): Promise<void>;
  /** Asks once for all, and offers to take it back. True when some were deleted. */
  removeAll(ids: readonly number[]): Promise<boolean>;
}

function patchLists(queries: QueryClient, id: number, patch: Partial<ListedProject>): void {
  queries.setQueriesData<ListPage>({ queryKey: ['projects', 'list'] }, page =>
    page === undefined
      ? undefined
      : { ...page, data: page.data.map(each => (each.id === id ? { ...each, ...patch } : each)) },
  );
}

/** Ids of one call: what a query may name. */
const AT_ONCE = 200;

const parts = (ids: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
const countOf = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'project' : 'projects'}`;

export function useProjectActions(): ProjectActions {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: projectKeys.all });

  const restore = async (project: Pick<Project, 'id' | 'name'>): Promise<void> => {
    await client.projects
      .restoreProject({ params: { project_id: project.id } })
      .then(() => toast(messages.projectActions.restoredName(project.name), { tone: 'success' }), toastError);
    await refresh();
  };

  return {
    async pin(project) {
      patchLists(queries, project.id, { pinned: !project.pinned });
      await client.pins.editPinState({ body: { project_id: project.id, pinned: !project.pinned } }).catch(toastError);
      await refresh();
    },
    async setStatus(project, status) {
      patchLists(queries, project.id, { status });
      await client.projects.updateProject({ params: { project_id: project.id }, body: { status } }).catch(toastError);
      await refresh();
    },
    async remove(project) {
      const count = project.imageCount ?? 0;
      const yes = await confirm({
        title: messages.projectActions.deleteProject,
        text: messages.projectActions.willBeGoneForEverybody(project.name, count),
        action: messages.projectActions.deleteProject,
        danger: true,
        typed: project.name,
      });
      if (!yes) return;
      try {
        await client.projects.deleteProject({ params: { project_id: project.id } });
        toast(messages.projectActions.deletedName(project.name), { undo: () => void restore(project) });
      } catch (error) {
        toastError(error);
        return;
      }
      // Not the project itself: the event of the deletion leads away from it.
      for (const list of ['list', 'deleted']) await queries.invalidateQueries({ queryKey: ['projects', list] });
    },
    restore,
    async setStatusOf(ids, status) {
      try {
        const failed: number[] = [];
        for (const part of parts(ids, AT_ONCE))
          failed.push(
            ...(
              await client.work.editProjects({ body: { query: { search: { id: { $in: part } } }, body: { status } } })
            ).failed.map(each => each.id),
          );
        const changed = ids.length - failed.length;
        toast(
          messages.projectActions.areNow(
            countOf(changed),
            changed,
            projectStatusOf(status).title.toLowerCase(),
            failed.length === 0
              ? ''
              : messages.projectActions.couldNotBeChangedYou(countOf(failed.length), failed.length),
          ),
          { tone: failed.length === 0 ? 'success' : 'error' },
        );
      } catch (error) {
        toastError(error);
      }
      await refresh();
    },
    async removeAll(ids) {
      const many = countOf(ids.length);
      const yes = await confirm({
        title: messages.projectActions.deleteMany(many),
        text: messages.projectActions.manyWithAllTheirItems(many),
        action: messages.projectActions.deleteMany(many),
        danger: true,
        typed: messages.projectActions.deleteCount(ids.length),
      });
      if (!yes) return false;
      const gone: number[] = [];
      let problem: unknown;
      for (const id of ids) {
        await client.projects.deleteProject({ params: { project_id: id } }).then(
          () => gone.push(id),
          (error: unknown) => (problem = error),
        );
      }
      const restore = async (): Promise<void> => {
        for (const id of gone) await client.projects.restoreProject({ params: { project_id: id } }).catch(toastError);
        await refresh();
      };
      // One message: a second one would hide the first.
      toast(
        [
          ...(gone.length === 0 ? [] : [messages.projectActions.deletedCountOf(countOf(gone.length))]),
          ...(problem === undefined ? [] : [errorText(problem)]),
        ].join(' '),
        {
          ...(problem === undefined ? {} : { tone: 'error' as const }),
          ...(gone.length === 0 ? {} : { undo: () => void restore() }),
        },
      );
      for (const list of ['list', 'deleted']) await queries.invalidateQueries({ queryKey: ['projects', list] });
      return gone.length > 0;
    },
  };
}
