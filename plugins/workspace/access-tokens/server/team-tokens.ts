import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import { Fault, forbidden, isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import { People } from '#core/auth/server/index.ts';
import type { TokenScope } from '#core/permissions/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { AccessToken } from '#core/tenancy/server/index.ts';
import { AccessTokens } from '#core/tenancy/server/index.ts';
import { Membership } from '#plugins/workspace/teams/server/kit/index.ts';
import { AuditLog } from '#core/audit/server/index.ts';
import type { AccessTokenView } from '../common/api.ts';

const DAY_MS = 86_400_000;

/**
 * Addresses of services: a domain that is reserved never to exist, so no mail and no identity provider reaches them.
 */
const SERVICE_DOMAIN = 'service.invalid';

interface AskedToken {
  readonly kind: 'personal' | 'service';
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expires_in_days?: number | null | undefined;
  readonly role?: number | undefined;
}

/** Access tokens as people of a team make and end them. */
export class TeamTokens {
  constructor(
    @inject(AccessTokens) private readonly tokens: AccessTokens,
    @inject(People) private readonly people: People,
    @inject(Membership) private readonly membership: Membership,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** Own tokens, or those of the team for who manages service tokens. */
  async list(context: RequestContext): Promise<{ readonly data: AccessTokenView[]; readonly manages: boolean }> {
    const manages = await context.can('ManageServiceTokens', {});
    const rows = await this.tokens.list(context.team.id, manages ? undefined : context.user.id);
    return { data: await this.#view(context, rows), manages };
  }

  /** @throws Fault FORBIDDEN (403) for a token that would make tokens, and for services without the right */
  async create(
    context: RequestContext,
    asked: AskedToken,
  ): Promise<{ readonly token: string; readonly data: AccessTokenView }> {
    if (context.credential !== 'session')
      throw new Fault('FORBIDDEN', 'A token cannot make tokens. Sign in to make one.', {
        status: 403,
        details: { action: 'UseAccount' },
      });
    if (asked.kind === 'service') await context.demand('ManageServiceTokens', {});
    const account = asked.kind === 'service' ? await this.#makeService(context, asked) : undefined;
    const { expires_in_days: days } = asked;
    const { token, row } = await this.tokens.create(context.team.id, {
      kind: asked.kind,
      name: asked.name,
      scopes: [...new Set(asked.scopes)],
      personId: account?.id ?? context.user.id,
      createdBy: context.user.id,
      expiresAt: days === undefined || days === null ? undefined : new Date(Date.now() + days * DAY_MS),
    });
    await this.audit.record(context, 'accessToken.created', {
      id: row.id,
      kind: row.kind,
      name: row.name,
      scopes: row.scopes,
      expires: row.expires_at?.toISOString() ?? null,
    });
    const [data] = await this.#view(context, [row]);
    return { token, data: data! };
  }

  /** @throws Fault NOT_FOUND (404) for a token the caller does not see */
  async revoke(context: RequestContext, id: number): Promise<void> {
    const row = (await this.tokens.list(context.team.id)).find(each => each.id === id);
    const manages = await context.can('ManageServiceTokens', {});
    if (row === undefined || (row.person_id !== context.user.id && !manages)) throw notFound('The token');
    if (row.kind === 'service' && !manages) throw forbidden('ManageServiceTokens');
    await this.tokens.revoke(context.team.id, id);
    await this.audit.record(context, 'accessToken.revoked', { id, kind: row.kind, name: row.name });
    if (row.kind === 'service') await this.#removeService(context, row.person_id);
  }

  async #makeService(context: RequestContext, { name, role }: AskedToken): Promise<PersonRow> {
    const services = (await this.tokens.list(context.team.id)).filter(each => each.kind === 'service');
    if (services.some(each => each.name.toLowerCase() === name.toLowerCase()))
      throw new Fault('NAME_EXISTS', 'The team already has a service with this name.', {
        status: 409,
        details: { field: 'name' },
      });
    const person = await this.people.create({
      email: `${serviceName(name)}-${randomBytes(4).toString('hex')}@${SERVICE_DOMAIN}`,
      firstName: name,
      unprovenIn: context.team.organizationId,
    });
    await this.membership.place(context, person, role ?? teamRoles.contributor, { changesRole: false });
    return person;
  }

  async #removeService(context: RequestContext, personId: number): Promise<void> {
    const person = await this.people.byId(personId);
    if (person === undefined) return;
    await this.membership.removeOne(context, person.email).catch((error: unknown) => {
      // Removed by hand before.
      if (!isFault(error) || error.code !== 'NOT_FOUND') throw error;
    });
    await this.people.disable(person.id);
  }

  async #view(context: RequestContext, rows: readonly AccessToken[]): Promise<AccessTokenView[]> {
    const ids = rows.flatMap(each => [each.person_id, ...(each.created_by === null ? [] : [each.created_by])]);
    const people = new Map((await this.people.byIds([...new Set(ids)])).map(each => [each.id, each]));
    const now = new Date();
    return rows.map(row => {
      const person = people.get(row.person_id);
      return {
        id: row.id,
        kind: row.kind,
        name: row.name,
        hint: row.hint,
        scopes: row.scopes as TokenScope[],
        account: person?.email ?? '',
        owner: person === undefined ? '' : `${person.first_name} ${person.last_name}`.trim() || person.address,
        own: row.kind === 'personal' && row.person_id === context.user.id,
        created_by: row.created_by === null ? null : (people.get(row.created_by)?.email ?? null),
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        expired: row.expires_at !== null && row.expires_at <= now,
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      };
    });
  }
}

/** The part of an address before the @, from a name. */
const serviceName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40) || 'service';
