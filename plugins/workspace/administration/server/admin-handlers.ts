import type { Handlers } from '#core/api/server/index.ts';
import type { adminApi } from '../common/api.ts';
import type { Administration } from './administration.ts';

/** Handlers of the calls of super-admins. */
export function adminHandlers(administration: Administration): Handlers<typeof adminApi> {
  return {
    async listOrganizations({ query }) {
      const all = await administration.list(query.name);
      return { data: all.slice(query.offset, query.offset + query.limit), count: all.length };
    },
    async createOrganization({ body }) {
      const made = await administration.create(body.name, body.owner_email, body.team_name);
      return {
        organization_id: made.organizationId,
        team_id: made.teamId,
        password: made.password ?? null,
        account: made.account,
      };
    },
    getOrganization: ({ params }) => administration.get(params.organization_id),
    transferOrganization: ({ params, body }, context) =>
      administration.transfer(context, params.organization_id, body.from, body.to),
    switchFeature: ({ params, body }, context) =>
      administration.switchFeature(context, params.organization_id, params.feature, body.on),
  };
}
