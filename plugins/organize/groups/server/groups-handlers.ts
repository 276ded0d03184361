import type { Handlers } from '#core/api/server/index.ts';
import type { groupsApi } from '../common/api.ts';
import type { Done, GroupSharing } from './group-sharing.ts';
import type { Groups } from './groups.ts';

const byEmail = ({
  success,
  failed,
  skipped,
}: Done<string>): {
  success: string[];
  failed: { email: string; code: string; message: string }[];
  skipped: string[];
} => ({ success, failed: failed.map(({ key, code, message }) => ({ email: key, code, message })), skipped });
const byProject = ({
  success,
  failed,
  skipped,
}: Done<number>): {
  success: number[];
  failed: { project_id: number; code: string; message: string }[];
  skipped: number[];
} => ({ success, failed: failed.map(({ key, code, message }) => ({ project_id: key, code, message })), skipped });

/** Handlers of the calls about groups. */
export function groupsHandlers(groups: Groups, sharing: GroupSharing): Handlers<typeof groupsApi> {
  return {
    listGroups: ({ query }, context) =>
      groups.list(context, {
        name: query.name,
        filled: query.filter !== undefined,
        offset: query.offset,
        limit: query.limit,
      }),
    createGroup: ({ body }, context) => groups.create(context, body.name, body.description ?? null),
    getGroup: ({ params }, context) => groups.get(context, params.group_id),
    updateGroup: ({ params, body }, context) => groups.update(context, params.group_id, body),
    async deleteGroup({ params }, context) {
      await groups.remove(context, params.group_id);
      return { success: true };
    },
    addGroupMembers: async ({ params, body }, context) =>
      byEmail(
        await sharing.addMembers(
          context,
          params.group_id,
          body.data.map(each => each.email),
        ),
      ),
    removeGroupMembers: async ({ params, body }, context) =>
      byEmail(
        await sharing.removeMembers(
          context,
          params.group_id,
          body.data.map(each => each.email),
        ),
      ),
    addGroupScopes: async ({ params, body }, context) =>
      byProject(await sharing.addScopes(context, params.group_id, body.data)),
    removeGroupScopes: async ({ params, body }, context) =>
      byProject(
        await sharing.removeScopes(
          context,
          params.group_id,
          body.data.map(each => each.project_id),
        ),
      ),
  };
}
