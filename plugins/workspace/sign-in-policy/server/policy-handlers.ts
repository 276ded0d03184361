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
  /** Whoever sets a policy must still be let in by it. */
  const demandOwnAccess = async (rules: PolicyRules, context: RequestContext): Promise<void> => {
    if (context.user.superAdmin) return;
    if (rules.networks.length > 0 && !inNetworks(rules.networks, context.address))
      throw invalidField('networks', `must include your own address, ${context.address}`);
    if (rules.second_step && (context.sessionId === undefined || !(await sessions.isStrong(context.sessionId))))
      throw invalidField('second_step', 'set up a second step for your own account first');
  };
  return {
    getSignInPolicy: ({ params }, context) => view(params.organization_id, context),
    async saveSignInPolicy({ params: { organization_id: id }, body }, context) {
      await policies.save(id, body, () => demandOwnAccess(body, context));
      return view(id, context);
    },
  };
}
