import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import type { Project } from '../common/project.ts';
import { ProjectsClient } from './projects-client.ts';

/** A project as the list holds it. */
export type ListedProject = Project & { readonly deletedAt: string | null };
export type ListPage = { readonly data: readonly ListedProject[]; readonly count: number };

/** What one can do with a project from lists and headers; errors are shown. */
export interface ProjectActions {
  pin(project: Project): Promise<void>;
  setStatus(project: Project, status: number): Promise<void>;
  /** Asks first, and offers to take it back. */
  remove(project: Project): Promise<void>;
  restore(project: Pick<Project, 'id' | 'name'>): Promise<void>;
}

/** More items than this, and the name must be typed (screens, section 0). */
const TYPED_ABOVE = 100;

function patchLists(queries: QueryClient, id: number, patch: Partial<ListedProject>): void {
  queries.setQueriesData<InfiniteData<ListPage>>({ queryKey: ['projects', 'list'] }, data => data === undefined ? undefined : {
    ...data,
    pages: data.pages.map(page => ({ ...page, data: page.data.map(each => (each.id === id ? { ...each, ...patch } : each)) })),
  });
}

export function useProjectActions(): ProjectActions {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['projects'] });

  const restore = async (project: Pick<Project, 'id' | 'name'>): Promise<void> => {
    await client.projects.restoreProject({ params: { project_id: project.id } }).then(() => toast(`Restored “${project.name}”.`, { tone: 'success' }), toastError);
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
        title: 'Delete project',
        text: `“${project.name}”${count === 0 ? '' : ` and its ${count.toLocaleString('en')} items`} will be gone for everybody. Team admins can restore it for seven days.`,
        action: 'Delete project',
        danger: true,
        ...(count > TYPED_ABOVE ? { typed: project.name } : {}),
      });
      if (!yes) return;
      try {
        await client.projects.deleteProject({ params: { project_id: project.id } });
        toast(`Deleted “${project.name}”.`, { undo: () => void restore(project) });
      } catch (error) {
        toastError(error);
        return;
      }
      // Not the project itself: the event of the deletion leads away from it.
      for (const list of ['list', 'deleted']) await queries.invalidateQueries({ queryKey: ['projects', list] });
    },
    restore,
  };
}
