import { invalidField } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Sessions } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { Organizations } from '#core/tenancy/server/index.ts';
import { countSecondSteps } from '#core/tenancy/server/index.ts';
import type { Policy, PolicyRules, signInPolicyApi } from '../common/api.ts';
import { inNetworks } from './network.ts';
import type { Policies } from './policies.ts';

export interface PolicyServices {
  readonly policies: Policies;
  readonly organizations: Organizations;
  readonly sessions: Sessions;
  readonly database: Database;
}

/** Handlers of the calls about the sign-in policy. */
export function policyHandlers({
  policies,
  organizations,
  sessions,
  database,
}: PolicyServices): Handlers<typeof signInPolicyApi> {
  const view = async (id: number, context: RequestContext): Promise<Policy> => {
    const [{ name }, row, people] = await Promise.all([
      organizations.get(id),
      policies.read(id),
      countSecondSteps(database, id),
    ]);
    const { second_step, session_hours, networks, password_length, version } = row;
    return {
      organization: { id, name },
      second_step,
      session_hours,
      networks,
      password_length,
      version,
      own_address: context.address,
      people: { all: people.all, without_second_step: people.without },
    };
  };
  /**
   * Whoever sets a policy must still be let in by it. Operators set those of other organizations from anywhere; an owner
   * who is an operator would lock out everybody else by a wrong network, as the rules do not bind them.
   */
  const demandOwnAccess = async (id: number, rules: PolicyRules, context: RequestContext): Promise<void> => {
    const { superAdmin } = context.user;
    if (superAdmin && (await organizations.get(id)).owner_id !== context.user.id) return;
    if (rules.networks.length > 0 && !inNetworks(rules.networks, context.address))
      throw invalidField(
        'networks',
        `must include your own address, ${context.address}. Add it, or the network it is in`,
      );
    if (superAdmin) return;
    if (rules.second_step && (context.sessionId === undefined || !(await sessions.isStrong(context.sessionId))))
      throw invalidField('second_step', 'set up a second step for your own account first');
  };
  return {
    getSignInPolicy: ({ params }, context) => view(params.organization_id, context),
    async saveSignInPolicy({ params: { organization_id: id }, body }, context) {
      await policies.save(id, body, () => demandOwnAccess(id, body, context));
      return view(id, context);
    },
  };
}
