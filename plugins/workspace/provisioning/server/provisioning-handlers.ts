import type { Handlers } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { Provisioning, provisioningApi } from '../common/api.ts';
import type { DirectoryAccounts } from './directory-accounts.ts';
import type { DirectoryGroups } from './directory-groups.ts';
import type { DirectoryTokens } from './directory-tokens.ts';
import { scimBase } from './scim-handlers.ts';

export interface ProvisioningServices {
  readonly tokens: DirectoryTokens;
  readonly accounts: DirectoryAccounts;
  readonly groups: DirectoryGroups;
  readonly people: People;
  readonly publicUrl: string;
}

const ALL = { filter: undefined, start: 1, count: 0 } as const;

/** Handlers of the calls of an organization's owner about its directory. */
export function provisioningHandlers({
  tokens,
  accounts,
  groups,
  people,
  publicUrl,
}: ProvisioningServices): Handlers<typeof provisioningApi> {
  const state = async (organizationId: number): Promise<Provisioning> => {
    const token = await tokens.find(organizationId);
    const maker =
      token?.created_by === undefined || token.created_by === null ? undefined : await people.byId(token.created_by);
    return {
      base_url: scimBase(publicUrl, organizationId),
      token:
        token === undefined
          ? null
          : {
              hint: token.hint,
              created_by: maker?.email ?? null,
              createdAt: token.created_at.toISOString(),
              lastUsedAt: token.last_used_at?.toISOString() ?? null,
            },
      people: (await accounts.list(organizationId, ALL)).total,
      groups: (await groups.list(organizationId, ALL)).total,
    };
  };
  return {
    getProvisioning: ({ params }) => state(params.organization_id),
    createDirectoryToken: async ({ params }, context) => ({
      token: await tokens.create(params.organization_id, context.user.id),
    }),
    async deleteDirectoryToken({ params }) {
      await tokens.remove(params.organization_id);
      return state(params.organization_id);
    },
    async listProvisionedPeople({ params: { organization_id: id }, query }) {
      const { rows, total } = await accounts.search(id, query);
      const memberships = await groups.memberships(id, { accounts: rows.map(each => each.id) });
      return {
        data: rows.map(row => ({
          id: row.id,
          user_name: row.user_name,
          email: row.attributes.email,
          name: `${row.attributes.givenName ?? ''} ${row.attributes.familyName ?? ''}`.trim(),
          active: row.active,
          groups: memberships.filter(each => each.account_id === row.id).map(each => each.group_name),
          changedAt: row.updated_at.toISOString(),
        })),
        count: total,
      };
    },
  };
}
