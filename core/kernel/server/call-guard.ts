import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Fault, invalidField, isFault, notFound, unauthorized } from '#core/base/common/index.ts';
import type { EntityContext } from '#core/api/common/index.ts';
import { bodyLimitOf, BYTES, decodeEntityContext, ENTITY_CONTEXT_HEADERS } from '#core/api/common/index.ts';
import type {
  Caller,
  CallerTeam,
  CallEnd,
  CallGuard,
  CallInput,
  Credential,
  IncomingCall,
  MountedOperation,
  RequestContext,
} from '#core/api/server/index.ts';
import { featureOn, missingScope, scopesAllow } from '#core/permissions/common/index.ts';
import type { CallLimits } from './call-limits.ts';
import type { PluginGate } from './plugin-gate.ts';
import type { RequestContexts } from './request-contexts.ts';
import { demandViewing, readOnly } from './viewing.ts';

/** Identity of an Authorization header. */
export interface Identity {
  readonly user: Caller;
  readonly credential: Credential;
  readonly sessionId?: string;
  /** The super-admin who views as the user, read-only. */
  readonly viewer?: Caller;
  /** Team an SDK token is bound to; the call can be about no other. */
  readonly teamId?: number;
  /** An access token: its number and scopes. Absent for SDK tokens and sessions. */
  readonly token?: { readonly id: number; readonly scopes: ReadonlySet<string> };
}

/** Bytes that a body without a length counts as. */
const UNKNOWN_LENGTH = 4 * 1024 * 1024;

export interface GuardServices {
  readonly contexts: RequestContexts;
  readonly plugins: PluginGate;
  readonly limits: CallLimits;
  /** The hooks `core.opened` and `core.calling`. */
  readonly opened: {
    promise(context: RequestContext, headers: IncomingHttpHeaders, mounted: MountedOperation): Promise<void>;
  };
  readonly calling: { promise(context: RequestContext, call: IncomingCall): Promise<CallEnd | undefined> };
  /** The record of calls that change something, and of calls that were refused for a right. */
  readonly audit: {
    begin(call: IncomingCall, context: RequestContext): CallEnd | undefined;
    denied(mounted: MountedOperation, context: RequestContext): void;
  };
  /** The fault of a call that has to wait for the end of maintenance. */
  refusal(mounted: MountedOperation, caller: Caller | undefined): Fault | undefined;
  identify(authorization: string, authtype: string | undefined): Promise<Identity | undefined>;
  /**
   * The caller's membership in a team; undefined when not a member or no such team. Their work there is noted unless
   * somebody else views as them.
   */
  teamOf(user: Caller, teamId: number, viewed: boolean): Promise<CallerTeam | undefined>;
  /** The caller's membership in an organization; undefined when in none of its teams or no such organization. */
  organizationOf(user: Caller, organizationId: number): Promise<{ readonly owner: boolean } | undefined>;
}

/** The API door of the gate: authenticates, finds the team, refuses plugins that are off, asks for the right. */
export function callGuard(services: GuardServices): CallGuard {
  return {
    async open(mounted, request, reply) {
      const identity = mounted.operation.signed === true ? undefined : await identify(services, request);
      const end = await services.limits.begin({
        key: keyOf(identity, request),
        cost: mounted.operation.cost ?? 1,
        bytes: jsonBytes(mounted, request),
      });
      reply.raw.once('finish', end).once('close', end);
      if (identity === 'unknown') throw unauthorized();
      if (identity === undefined && mounted.operation.access !== 'public') throw unauthorized();
      const refusal = services.refusal(mounted, identity?.user);
      if (refusal !== undefined) throw refusal;
      if (identity?.viewer !== undefined) demandViewing(mounted);
      const token = identity?.token;
      const reading = operationReads(mounted);
      if (token !== undefined) demandScope(token.scopes, mounted.operation.access, reading);
      const entity = entityContext(request);
      const team = await teamFor(services, mounted, request, identity, entity);
      const organization = await organizationFor(services, mounted, request, identity, team);
      const enablement = await services.plugins.enablement(organization?.id ?? team?.organizationId);
      if (team !== undefined && identity?.credential === 'sdk') demandSdk(team);
      if (team !== undefined && mounted.owner !== 'core' && !needsNoContract(mounted)) demandContract(team);
      if (mounted.owner !== 'core' && enablement.get(mounted.owner)?.enabled !== true)
        services.plugins.refuse(mounted.owner);
      const ended = new AbortController();
      request.raw.once('close', () => {
        if (request.raw.destroyed && !request.raw.complete) ended.abort();
      });
      const context = services.contexts.make({
        requestId: request.id,
        credential: identity?.credential ?? 'none',
        ...(identity?.sessionId === undefined ? {} : { sessionId: identity.sessionId }),
        ...(identity === undefined ? {} : { user: identity.user }),
        ...(identity?.viewer === undefined ? {} : { viewer: identity.viewer }),
        ...(team === undefined ? {} : { team }),
        ...(organization === undefined ? {} : { organization }),
        ...(token === undefined ? {} : { allows: action => scopesAllow(token.scopes, action, reading) }),
        scope: {
          ...(entity?.project_id === undefined ? {} : { projectId: entity.project_id }),
          ...(entity?.folder_id === undefined ? {} : { folderId: entity.folder_id }),
        },
        address: request.ip,
        log: request.log,
        signal: ended.signal,
        enablement,
      });
      await services.opened.promise(context, request.headers, mounted);
      return context;
    },
    async begin(call, context) {
      const recorded = services.audit.begin(call, context);
      const ended = await services.calling.promise(context, call);
      if (recorded === undefined || ended === undefined) return recorded ?? ended;
      return async (error, answer) => {
        await ended(error, answer);
        await recorded(error, answer);
      };
    },
    run: (context, work) => (context.viewer === undefined ? work() : readOnly(work)),
    async admit(mounted, context, input) {
      const projectId = projectOf(mounted, context, input);
      try {
        await context.demand(mounted.operation.access, projectId === undefined ? {} : { projectId });
      } catch (error) {
        if (isFault(error) && error.status === 403) services.audit.denied(mounted, context);
        throw error;
      }
    },
  };
}

/** Access that hangs on the person and not on a team. */
const needsNoTeam = (access: string): boolean =>
  ['public', 'signed-in', 'UseAccount', 'super-admin', 'ManageOrganization'].includes(access);

/**
 * A contract that ended leaves sign-in, viewing and export (roles and permissions, section 4); people can still be
 * administered, and a plan can be bought.
 */
const needsNoContract = (mounted: MountedOperation): boolean =>
  operationReads(mounted) || needsNoTeam(mounted.operation.access) || mounted.operation.access === 'ManageBilling';

const operationReads = ({ operation }: MountedOperation): boolean =>
  operation.method === 'GET' || operation.reads === true;

/** Throws SCOPE_MISSING (403) that names the scope an access token lacks. */
function demandScope(scopes: ReadonlySet<string>, access: string, reading: boolean): void {
  const scope = access === 'public' ? undefined : missingScope(scopes, access, reading);
  if (scope === undefined) return;
  const cure =
    scope === 'session'
      ? 'No access token may make this call. Sign in instead.'
      : scope === 'write'
        ? 'This token only reads. Use one with a scope that makes changes.'
        : `This token lacks the scope "${scope}". Make one that has it.`;
  throw new Fault('SCOPE_MISSING', cure, { status: 403, details: { scope } });
}

/**
 * Throws CONTRACT_EXPIRED or TRIAL_EXPIRED (402) when the licence of the team's organization has ended: for calls that
 * only sometimes write, or whose team the gate cannot know.
 */
export function demandContract({ licence }: Pick<CallerTeam, 'licence'>): void {
  if (licence === 'contract_ended')
    throw new Fault('CONTRACT_EXPIRED', "Your organization's contract has ended; data is read-only.", { status: 402 });
  if (licence === 'trial_ended')
    throw new Fault('TRIAL_EXPIRED', 'Your trial has ended; data is read-only.', { status: 402 });
}

/** Throws FEATURE_DISABLED (403) for a token of a team whose organization has the SDK switched off. */
function demandSdk({ features }: CallerTeam): void {
  if (!featureOn(features, 'sdk'))
    throw new Fault('FEATURE_DISABLED', 'SDK tokens are switched off for your organization.', {
      status: 403,
      details: { feature: 'sdk' },
    });
}

/** A session, a token, and an address have limits of their own; one person's script does not slow their browser. */
function keyOf(identity: Identity | 'unknown' | undefined, request: FastifyRequest): string {
  if (identity === undefined || identity === 'unknown') return `address ${request.ip}`;
  return identity.sessionId === undefined
    ? `token ${identity.teamId} ${identity.user.id} ${identity.token?.id ?? 'sdk'}`
    : `session ${identity.sessionId}`;
}

/**
 * Bytes that the server will hold to parse a body. Files are not counted, they are streams. One that does not say its
 * length counts as a large one.
 */
function jsonBytes({ operation }: MountedOperation, request: FastifyRequest): number {
  if (operation.body === undefined || operation.body === BYTES) return 0;
  const length = request.headers['content-length'];
  if (length !== undefined) return Math.min(Number(length), bodyLimitOf(operation));
  return request.headers['transfer-encoding'] === undefined ? 0 : Math.min(UNKNOWN_LENGTH, bodyLimitOf(operation));
}

async function identify(services: GuardServices, request: FastifyRequest): Promise<Identity | 'unknown' | undefined> {
  const { authorization } = request.headers;
  if (authorization === undefined || authorization === '') return undefined;
  const authtype = request.headers['authtype'];
  const identity = await services.identify(authorization, typeof authtype === 'string' ? authtype : undefined);
  return identity ?? 'unknown';
}

function entityContext(request: FastifyRequest): EntityContext | undefined {
  for (const name of ENTITY_CONTEXT_HEADERS) {
    const header = request.headers[name];
    if (typeof header !== 'string') continue;
    const entity = decodeEntityContext(header);
    if (entity === undefined) throw invalidField(name, 'must be base64 of a JSON object');
    return entity;
  }
  return undefined;
}

const asId = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 && number <= 2_147_483_647 ? number : undefined;
};

/** The team is in the path, the query or the entity context, in this order; an SDK token allows only its own. */
async function teamFor(
  services: GuardServices,
  mounted: MountedOperation,
  request: FastifyRequest,
  identity: Identity | undefined,
  entity: EntityContext | undefined,
): Promise<CallerTeam | undefined> {
  if (identity === undefined) return undefined;
  const params = request.params as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  const asked = asId(params['team_id']) ?? asId(query['team_id']) ?? entity?.team_id ?? identity.teamId;
  if (identity.teamId !== undefined && asked !== identity.teamId) throw notFound('The team');
  if (asked === undefined) return undefined;
  const team = await services.teamOf(identity.user, asked, identity.viewer !== undefined);
  if (team === undefined && !needsNoTeam(mounted.operation.access)) throw notFound('The team');
  return team;
}

/**
 * An operation that only the owner of an organization may call names it in its path: nothing else says which one it is
 * about.
 * @throws Fault MANIFEST_INVALID that names the operation and the cure.
 */
export function checkOrganizationPath({
  owner,
  name,
  operation,
}: Pick<MountedOperation, 'owner' | 'name' | 'operation'>): void {
  if (operation.access !== 'ManageOrganization' || operation.path.split('/').includes(':organization_id')) return;
  throw new Fault(
    'MANIFEST_INVALID',
    `Operation ${name} of "${owner}" asks for ManageOrganization, but its path ${operation.path} does not name the organization; put /:organization_id into it`,
  );
}

/**
 * The organization in the path, where the call is about one, and whether the caller owns it. One of others does not
 * exist for the caller; an SDK token is about that of its team.
 */
async function organizationFor(
  services: GuardServices,
  mounted: MountedOperation,
  request: FastifyRequest,
  identity: Identity | undefined,
  team: CallerTeam | undefined,
): Promise<{ readonly id: number; readonly owned: boolean } | undefined> {
  if (identity === undefined || mounted.operation.access !== 'ManageOrganization') return undefined;
  const asked = asId((request.params as Record<string, unknown>)['organization_id']) ?? 0;
  const membership =
    identity.teamId !== undefined && team?.organizationId !== asked
      ? undefined
      : await services.organizationOf(identity.user, asked);
  if (membership === undefined && !(identity.user.superAdmin && identity.teamId === undefined))
    throw notFound('The organization');
  return { id: asked, owned: membership?.owner ?? false };
}

function projectOf(mounted: MountedOperation, context: RequestContext, input: CallInput): number | undefined {
  const where = mounted.operation.project;
  if (where === undefined) return undefined;
  const value =
    where === 'context'
      ? context.scope.projectId
      : where
          .split('.')
          .reduce<unknown>((object, key) => (object as Record<string, unknown> | undefined)?.[key], input);
  const id = asId(value);
  if (id === undefined) throw invalidField(where === 'context' ? 'x-entity-context' : where, 'must name a project');
  return id;
}
