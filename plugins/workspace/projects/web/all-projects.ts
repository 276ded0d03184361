import type { Client } from '#core/api/web/index.ts';
import type { projectsApi } from '../common/api.ts';
import type { Project } from '../common/project.ts';

/** Projects that one call lists. */
const PAGE = 2000;
/** Options that a field for projects draws at a time; those of a search come first. */
export const SHOWN_PROJECTS = 100;

/** Reads all projects that the person sees, by name. */
export async function allProjects({
  listProjects,
}: Pick<Client<typeof projectsApi>, 'listProjects'>): Promise<readonly Project[]> {
  const found = new Map<number, Project>();
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await listProjects({ query: { sort: 'name', order: 'asc', limit: PAGE, offset } });
    for (const each of data) found.set(each.id, each);
    if (data.length < PAGE) return [...found.values()];
  }
}
