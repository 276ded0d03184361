import { isFault } from '#core/base/common/index.ts';
import type { Handlers, RequestContext, Scope } from '#core/api/server/index.ts';
import type { Access, Action } from '#core/permissions/common/index.ts';
import { actionNames, toAccess } from '#core/permissions/common/index.ts';
import type { accessApi } from '../common/access-api.ts';
import type { TeamsHooks } from './teams-hooks.ts';

const scopeOf = (place: {
  readonly project_id?: number | undefined;
  readonly folder_id?: number | undefined;
}): Scope => ({
  ...(place.project_id === undefined ? {} : { projectId: place.project_id }),
  ...(place.folder_id === undefined ? {} : { folderId: place.folder_id }),
});

/** All actions of the gate the caller holds in a scope. Throws NOT_FOUND for a project the caller does not see. */
async function accessIn(
  context: RequestContext,
  scope: Scope,
): Promise<{ actions: string[]; action_groups: string[] }> {
  const held: Action[] = [];
  for (const action of actionNames) if (await context.can(action, scope)) held.push(action);
  const { actions, action_groups }: Access = toAccess(held);
  return { actions: [...actions], action_groups: [...action_groups] };
}

/** Returns the result of `work`; undefined when the thing is not there for the caller. */
async function ifSeen<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFault(error) && error.status === 404) return undefined;
    throw error;
  }
}

/** Handlers of the questions about rights. */
export function accessHandlers(hooks: TeamsHooks): Handlers<typeof accessApi> {
  const holdsAll = async (context: RequestContext, scope: Scope, actions: readonly string[]): Promise<boolean> => {
    for (const action of actions) if (!(await context.can(action, scope))) return false;
    return true;
  };
  return {
    async checkActions({ body }, context) {
      const allowed: [string, boolean][] = [];
      for (const action of body.actions) allowed.push([action, await context.can(action, scopeOf(body))]);
      return { allowed: Object.fromEntries(allowed) };
    },
    async listResources({ body }, context) {
      const ids =
        body.type === 'team' ? [context.team.id] : await hooks.resources.for(body.type).promise(context, [], body);
      const resources: { type: typeof body.type; id: number }[] = [];
      for (const id of ids)
        if ((await ifSeen(holdsAll(context, body.type === 'team' ? {} : { projectId: id }, body.actions))) === true)
          resources.push({ type: body.type, id });
      return { resources };
    },
    getAccess: async ({ body }, context) => ({ access: await accessIn(context, scopeOf(body)) }),
    async getAccessBulk({ body }, context) {
      const access: Record<string, { actions: string[]; action_groups: string[] }> = {};
      for (const projectId of new Set(body.project_ids)) {
        const found = await ifSeen(accessIn(context, { projectId }));
        if (found !== undefined) access[String(projectId)] = found;
      }
      return { access };
    },
  };
}
