import { inject } from 'inversify';
import { Fault, unauthorized } from '#core/base/common/index.ts';
import type { MountedOperation, RequestContext } from '#core/api/server/index.ts';
import { Sessions } from '#core/auth/server/index.ts';
import { Policies } from './policies.ts';
import { inNetworks } from './network.ts';

const HOUR = 3_600_000;

/** Calls of the frame of the pages, so that who lacks a second step gets to the page that sets one up. */
const FRAME: ReadonlySet<string> = new Set([
  'core.getTeam',
  'core.getTeamOlder',
  'core.teamPlugins',
  'core.makeDefault',
]);
/** Calls about the person alone. The ticket is one for the events of a team. */
const OWN: ReadonlySet<string> = new Set(['public', 'signed-in', 'UseAccount']);
const TICKET = 'core.eventTicket';

/**
 * Asks the policy of the organization before each call about it, whatever way its caller signed in. It needs no body,
 * so that the body of a refused call is not read. Operators of the installation are free: they repair a policy that
 * locks everybody out.
 */
export class PolicyGate {
  constructor(
    @inject(Policies) private readonly policies: Policies,
    @inject(Sessions) private readonly sessions: Sessions,
  ) {}

  /**
   * @throws Fault NETWORK_NOT_ALLOWED (403), SECOND_STEP_REQUIRED (403), UNAUTHORIZED (401) when the session is too old
   */
  async demand(context: RequestContext, mounted: MountedOperation): Promise<void> {
    const { organizationId, maybeUser, sessionId, credential, address } = context;
    if (organizationId === undefined || maybeUser === undefined || maybeUser.superAdmin) return;
    if (context.viewer !== undefined) return;
    if (credential !== 'session' && credential !== 'sdk') return;
    const policy = await this.policies.known(organizationId);
    if (policy.networks.length > 0 && !inNetworks(policy.networks, address))
      throw new Fault(
        'NETWORK_NOT_ALLOWED',
        `Your organization allows work from its own networks only, and ${address} is in none of them.`,
        { status: 403, details: { address } },
      );
    if (sessionId === undefined) return;
    if (policy.session_hours !== null) {
      const facts = await this.sessions.facts(sessionId);
      if (facts !== undefined && Date.now() - facts.openedAt.getTime() > policy.session_hours * HOUR) {
        await this.sessions.endOne(maybeUser.id, sessionId);
        throw unauthorized();
      }
    }
    if (policy.second_step && !isFrame(mounted) && !(await this.sessions.isStrong(sessionId)))
      throw new Fault(
        'SECOND_STEP_REQUIRED',
        'Your organization asks for a second step at sign-in. Set up an authenticator app or sign in with a passkey.',
        { status: 403 },
      );
  }
}

function isFrame({ owner, name, operation }: MountedOperation): boolean {
  const call = `${owner}.${name}`;
  return FRAME.has(call) || (OWN.has(operation.access) && call !== TICKET);
}
