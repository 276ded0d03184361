import type { Contributor } from '../common/project.ts';
import { messages } from './messages.ts';
import type { ProjectsClient } from './projects-client.ts';

/** Facts about a person that are lost with the project. */
export type RemovedContributor = Pick<Contributor, 'email' | 'role' | 'permissions' | 'paused'>;

/** Gives people who were removed from a project their role, rights and pause back. Items stay unassigned. */
export async function restoreContributors(
  { contributors }: Pick<ProjectsClient, 'contributors'>,
  projectId: number,
  people: readonly RemovedContributor[],
): Promise<void> {
  const params = { project_id: projectId };
  await contributors.shareProject({
    params,
    body: { users: people.map(({ email, role }) => ({ user_id: email, user_role: role })) },
  });
  const changed = people.filter(each => each.paused || each.permissions.length > 0);
  if (changed.length === 0) return;
  const ids = new Map((await contributors.listContributors({ params })).data.map(each => [each.email, each.id]));
  for (const { email, permissions, paused } of changed) {
    const id = ids.get(email);
    if (id === undefined) continue;
    await contributors.updateContributor({
      params: { ...params, contributor_id: id },
      body: { ...(permissions.length === 0 ? {} : { permissions: [...permissions] }), ...(paused ? { paused } : {}) },
    });
  }
}

/** Returns the text about people who are in the project again; `items` were assigned to them before. */
export const restoredText = (who: string, count: number, items: number | undefined): string =>
  items === 0
    ? messages.restoreContributors.areBack(who, count)
    : messages.restoreContributors.areBackWithoutItems(who, count);
