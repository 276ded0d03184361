import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { CallEnd, IncomingCall, Log, MountedOperation, RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { beforeCommit, onCommit, outsideTransaction, transactionOf } from '#core/data/server/index.ts';
import type { AuditTables, Outcome } from './audit-tables.ts';
import { INSTALLATION } from './audit-tables.ts';
import { actionOf, auditKind, describeInput } from './audited-calls.ts';

/** A call that is under way and will be recorded. */
interface OpenCall {
  readonly action: string;
  readonly details: Record<string, unknown>;
  /** E-mail that the call names, for calls that sign somebody in. */
  readonly email: string | undefined;
  readonly writes: boolean;
  /** It is recorded: by its transaction, or by code that knows more of it. */
  recorded: boolean;
  /** Transactions at whose end the call will be recorded. */
  readonly joined: WeakSet<object>;
}

interface AuditServices {
  readonly database: Database;
  readonly log: Pick<Log, 'error'>;
  /** Organizations in whose teams an address is. */
  organizationsOf(email: string): Promise<readonly number[]>;
  /** Called after the commit of new entries. */
  added(): void;
}

/**
 * Records who did what. A call that changes something is recorded by one statement in the first transaction of its team
 * that wrote, so that effect and record are there together; calls without such a transaction are recorded before they
 * are answered.
 */
export class AuditLog {
  readonly #calls = new WeakMap<RequestContext, OpenCall>();
  readonly #writing = new Set<Promise<void>>();

  constructor(private readonly services: AuditServices) {}

  /**
   * Records an action of the caller in the open transaction or one of its own, in place of the call it is part of.
   * `details` hold no secrets.
   */
  async record(context: RequestContext, action: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    const call = this.#calls.get(context);
    if (call !== undefined) call.recorded = true;
    await context.transaction(async (trx: Kysely<AuditTables>) => {
      await this.#insert(trx, context, { action, details, email: context.user.email, outcome: 'done' }, [
        context.team.organizationId,
      ]);
      onCommit(this.services.added);
    });
  }

  /**
   * Records a call that proves itself, such as one of a directory, in place of the call it is part of; in the open
   * system transaction if there is one.
   */
  async recordFor(
    context: RequestContext,
    organizationId: number,
    entry: { readonly by: string; readonly action: string; readonly details: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    const call = this.#calls.get(context);
    if (call !== undefined) call.recorded = true;
    const { by: email, action, details } = entry;
    await this.#write(context, { email, action, details, outcome: 'done' }, organizationId);
  }

  /** Begins the record of a call. Returns how to end it; undefined for calls that are not recorded. */
  begin(call: IncomingCall, context: RequestContext): CallEnd | undefined {
    const kind = auditKind(call.mounted);
    if (kind === undefined) return undefined;
    const email = (call.body as { readonly email?: unknown } | undefined)?.email;
    const open: OpenCall = {
      action: actionOf(call.mounted),
      details: describeInput(call),
      email: context.maybeUser?.email ?? (typeof email === 'string' ? email.trim().toLowerCase() : undefined),
      writes: kind === 'write',
      recorded: false,
      joined: new WeakSet(),
    };
    this.#calls.set(context, open);
    return async (error, answer) => {
      this.#calls.delete(context);
      if (error === undefined) await this.#finish(context, open, call, answer);
      else if (context.maybeUser === undefined && isFault(error) && error.status === 401)
        // Not waited for: the time of the answer must not say whether there is an account.
        this.#later(() => this.#refusedSignIn(context, open));
    };
  }

  /** Records that a call was refused for a right the caller lacks. The caller does not wait for it. */
  denied(mounted: MountedOperation, context: RequestContext): void {
    if (auditKind(mounted) === undefined || context.maybeUser === undefined) return;
    const { email } = context.user;
    const call = { action: actionOf(mounted), details: { access: mounted.operation.access }, email };
    this.#later(() => this.#write(context, { ...call, outcome: 'denied' }));
  }

  /** Has the open transaction of the caller's team record the call before it commits, if it wrote anything by then. */
  join(context: RequestContext): void {
    const call = this.#calls.get(context);
    if (call === undefined || call.recorded || !call.writes) return;
    const trx = transactionOf<AuditTables>(context.team.id);
    if (trx === undefined || call.joined.has(trx)) return;
    call.joined.add(trx);
    beforeCommit(async () => {
      if (call.recorded) return;
      const entry = { ...call, email: context.maybeUser?.email ?? '', outcome: 'done' as const };
      const written = await this.#insert(trx, context, entry, [context.team.organizationId], true);
      if (!written) return;
      onCommit(() => {
        call.recorded = true;
        this.services.added();
      });
    });
  }

  /** Waits for entries that are being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #finish(context: RequestContext, open: OpenCall, call: IncomingCall, answer: unknown): Promise<void> {
    if (open.recorded) return;
    // Sign-ins by a passkey or a provider name the account in the answer only.
    const named = (answer as { readonly email?: unknown } | undefined)?.email;
    const email = open.email ?? (typeof named === 'string' ? named : '');
    const asked = Number((call.params as { readonly organization_id?: unknown } | undefined)?.organization_id);
    const organizationId = context.organizationId ?? (Number.isSafeInteger(asked) ? asked : undefined);
    await this.#write(context, { ...open, email, outcome: 'done' }, organizationId);
  }

  async #refusedSignIn(context: RequestContext, open: OpenCall): Promise<void> {
    const organizations = open.email === undefined ? [] : await this.services.organizationsOf(open.email);
    // Addresses nobody has are not recorded: anybody could fill the log with them.
    if (organizations.length > 0) await this.#write(context, { ...open, email: open.email!, outcome: 'failed' });
  }

  /** Writes an entry in a transaction of its own: for the organization of the call, or those of the person. */
  async #write(context: RequestContext, entry: NewEntry, organizationId = context.organizationId): Promise<void> {
    await this.services.database.system<AuditTables>('record a call').transaction(async trx => {
      const found = organizationId === undefined ? await this.services.organizationsOf(entry.email) : [organizationId];
      await this.#insert(trx, context, entry, found.length === 0 ? [INSTALLATION] : found);
      onCommit(this.services.added);
    });
  }

  /** Returns true when something was inserted; with `ifWritten` only in a transaction that has changed something. */
  async #insert(
    trx: Kysely<AuditTables>,
    context: RequestContext,
    { action, details, email, outcome }: NewEntry,
    organizations: readonly number[],
    ifWritten = false,
  ): Promise<boolean> {
    const team = context.maybeTeam?.id ?? null;
    // Who views as somebody else is who did it; the entry names both.
    const { viewer } = context;
    const by = viewer?.email ?? email;
    const all = viewer === undefined ? details : { ...details, viewing_as: email };
    const { rows } = await sql`
      insert into audit.entry (organization_id, team, at, email, credential, address, action, outcome, details, request_id)
      select organization, ${team}::int, ${new Date()}::timestamptz, ${by}::text, ${context.credential}::text, ${context.address}::text,
        ${action}::text, ${outcome}::text, ${JSON.stringify(all)}::jsonb, ${context.requestId}::text
      from unnest(${[...organizations]}::int[]) as organization
      where ${ifWritten ? sql`pg_current_xact_id_if_assigned() is not null` : sql`true`}
      returning 1`.execute(trx);
    return rows.length > 0;
  }

  #later(work: () => Promise<void>): void {
    const running = outsideTransaction(work)
      .catch((error: unknown) => this.services.log.error({ err: error }, 'an entry of the audit log was not written'))
      .finally(() => this.#writing.delete(running));
    this.#writing.add(running);
  }
}

interface NewEntry {
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly email: string;
  readonly outcome: Outcome;
}
