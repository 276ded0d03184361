import { Fault } from '#core/base/common/index.ts';
import type { CallExtras, Log, RequestContext } from '#core/api/server/index.ts';
import type { Attempts, People } from '#core/auth/server/index.ts';
import { callerOf, passwordFits } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { PluginGate, RequestContexts } from '#core/kernel/server/index.ts';
import type { Teams } from '#core/tenancy/server/index.ts';
import { readCredential } from '../common/public-credential.ts';
import type { LinkRow, LinkTables } from './link-table.ts';
import { isExpired } from './links.ts';
import type { LinkTokens } from './link-tokens.ts';

interface SightServices {
  readonly database: Database;
  readonly tokens: LinkTokens;
  readonly people: People;
  readonly teams: Teams;
  readonly gate: PluginGate;
  readonly contexts: RequestContexts;
  readonly attempts: Attempts;
}

/** A link that was opened, with the rights its creator has now. */
export interface OpenedLink {
  readonly row: LinkRow;
  readonly context: RequestContext;
}

/**
 * The one answer for links that are unknown, revoked, expired, switched off, or of somebody who lost the right to
 * share.
 */
export const notAvailable = (): Fault =>
  new Fault('LINK_NOT_AVAILABLE', 'This link is not available.', { status: 404 });

const passwordNeeded = (): Fault =>
  new Fault('PASSWORD_REQUIRED', 'This link is protected. Enter its password.', { status: 401 });

/** Opens public links. Every read with a Public token goes through here. */
export class LinkSight {
  constructor(private readonly services: SightServices) {}

  /**
   * Opens the link of a call.
   * @throws Fault LINK_NOT_AVAILABLE (404), PASSWORD_REQUIRED (401)
   */
  async open(headers: CallExtras['headers'], call: RequestContext): Promise<OpenedLink> {
    const credential = readCredential(headers.authorization);
    const row = credential === undefined ? undefined : await this.#find(credential.token);
    if (row === undefined) throw notAvailable();
    const context = await this.#contextOf(row, call);
    if (row.password_hash !== null && !this.services.tokens.passHolds(row, credential?.pass)) throw passwordNeeded();
    return { row, context };
  }

  /**
   * Checks the password of a link and returns a pass for it.
   * @throws Fault LINK_NOT_AVAILABLE (404), PASSWORD_WRONG (403), RATE_LIMITED (429)
   */
  async unlock(headers: CallExtras['headers'], call: RequestContext, password: string): Promise<string> {
    const credential = readCredential(headers.authorization);
    const row = credential === undefined ? undefined : await this.#find(credential.token);
    if (row === undefined) throw notAvailable();
    await this.#contextOf(row, call);
    if (row.password_hash !== null) {
      const step = `public-link:${row.id}|${call.address}`;
      await this.services.attempts.beginStep(step);
      if (!(await passwordFits(row.password_hash, password, call.address)))
        throw new Fault('PASSWORD_WRONG', 'The password is wrong.', { status: 403, details: { field: 'password' } });
      await this.services.attempts.stepSucceeded(step);
    }
    return this.services.tokens.pass(row);
  }

  async #find(token: string): Promise<LinkRow | undefined> {
    const hash = this.services.tokens.hash(token);
    const row = await this.services.database
      .system<LinkTables>('open a public link')
      .transaction(trx =>
        trx.selectFrom('public_links.link').selectAll().where('token_hash', '=', hash).executeTakeFirst(),
      );
    return row === undefined || isExpired(row) ? undefined : row;
  }

  /** A link shows what its creator may show now: who leaves the team or loses the right takes their links along. */
  async #contextOf(row: LinkRow, call: RequestContext): Promise<RequestContext> {
    const { people, teams, gate, contexts } = this.services;
    const person = await people.byId(row.creator_id);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await teams.membership(user, row.team_id);
    if (user === undefined || team === undefined) throw notAvailable();
    const context = contexts.make({
      requestId: call.requestId,
      credential: 'public',
      // The super-admin's rights over the installation do not go with a link.
      user: { ...user, superAdmin: false },
      team,
      scope: { projectId: row.project_id },
      address: call.address,
      log: call.log as Log,
      signal: call.signal,
      enablement: await gate.enablement(team.organizationId),
    });
    if (!context.enabled('public-links') || !(await context.can('ShareProject', { projectId: row.project_id })))
      throw notAvailable();
    return context;
  }
}
