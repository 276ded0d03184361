import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { contributorsApi } from '../common/contributors-api.ts';
import type { Contributors } from './contributors.ts';
import type { Projects } from './projects.ts';

/** Handlers of the calls about who works in a project. */
export function contributorsHandlers(projects: Projects, contributors: Contributors): Handlers<typeof contributorsApi> {
  const share = async (
    context: RequestContext,
    projectId: number,
    users: readonly { readonly user_id: string; readonly user_role: number }[],
  ): Promise<{ invalidUsers: string[] }> => ({
    invalidUsers: [
      ...(await contributors.share(
        context,
        projectId,
        users.map(each => ({ email: each.user_id, role: each.user_role })),
      )),
    ],
  });
  const unshare = async (
    context: RequestContext,
    projectId: number,
    emails: readonly string[],
  ): Promise<{ succeeded: string[]; failed: string[] }> => {
    const { succeeded, failed } = await contributors.remove(context, projectId, emails);
    return { succeeded: [...succeeded], failed: [...failed] };
  };
  return {
    async listContributors({ params, query }, context) {
      const membership = await projects.membership(context, params.project_id);
      if (membership === undefined) throw notFound('The project');
      const seen = await contributors.seen(context, params.project_id, membership.role);
      return {
        data: seen.slice(query.offset, query.offset + query.limit),
        count: seen.length,
        roles: [...(await contributors.roles(context, params.project_id))],
      };
    },
    async contributorLoads({ params }, context) {
      const membership = await projects.membership(context, params.project_id);
      if (membership === undefined) throw notFound('The project');
      return { data: [...(await contributors.loads(context, params.project_id, membership.role))] };
    },
    shareProject: ({ params, body }, context) => share(context, params.project_id, body.users),
    shareWithOne: ({ params, body }, context) => share(context, params.project_id, [body]),
    unshareProject: ({ params, body }, context) => unshare(context, params.project_id, body.user_id),
    unshareWithOne: ({ params, body }, context) => unshare(context, params.project_id, [body.user_id]),
    updateContributor: ({ params, body }, context) =>
      contributors.update(context, params.project_id, params.contributor_id, body),
    async removeContributor({ params }, context) {
      await contributors.removeOne(context, params.project_id, params.contributor_id);
      return { success: true };
    },
  };
}
