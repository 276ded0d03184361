import { sql } from 'kysely';
import type { Fault } from '#core/base/common/index.ts';
import { invalidField } from '#core/base/common/index.ts';
import type { Caller, MountedOperation } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { MaintenanceNotice, MaintenancePlan } from '../common/index.ts';
import { maintenanceFault } from '../common/index.ts';

interface PlanRow {
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly message: string;
  readonly status_url: string | null;
  readonly read_only: boolean;
}

/** Notifies the servers of the installation of a change. */
interface Announcer {
  /** Makes every server of the installation, this one too, call {@link Maintenance.load}. */
  readonly changed: () => Promise<void>;
}

/** Maintenance of the installation, kept in memory: every call asks for it. */
export class Maintenance {
  #plan: PlanRow | undefined;

  constructor(
    private readonly database: Database,
    private readonly announcer: Announcer,
    private readonly now: () => number = Date.now,
  ) {}

  /** Reads what is planned. */
  async load(): Promise<void> {
    const { rows } = await this.database
      .system('read the maintenance plan')
      .transaction(trx =>
        sql<PlanRow>`select starts_at, ends_at, message, status_url, read_only from maintenance.plan`.execute(trx),
      );
    this.#plan = rows[0];
  }

  /** The notice for everybody at this moment; undefined when nothing is planned. */
  get notice(): MaintenanceNotice | undefined {
    const plan = this.#plan;
    if (plan === undefined) return undefined;
    return {
      active: plan.starts_at.getTime() <= this.now(),
      from: plan.starts_at.toISOString(),
      to: plan.ends_at?.toISOString() ?? null,
      message: plan.message,
      scope: 'all',
      ...(plan.status_url === null ? {} : { statusUrl: plan.status_url }),
      readOnly: plan.read_only,
    };
  }

  /**
   * The fault of a call that has to wait; undefined of one that may be made. Super-admins go on with their work, and
   * everybody may sign in and out: whether somebody is a super-admin is known only then.
   */
  refusal({ service, operation }: MountedOperation, caller: Caller | undefined): Fault | undefined {
    const { notice } = this;
    if (notice?.active !== true || service === 'auth' || caller?.superAdmin === true) return undefined;
    if (operation.path === '/api/v1/maintenance') return undefined;
    if (notice.readOnly && (operation.method === 'GET' || operation.reads === true)) return undefined;
    return maintenanceFault(notice);
  }

  /** True when everything is refused to somebody; undefined is a person who is not signed in. */
  shutsOut(caller: Caller | undefined): boolean {
    const { notice } = this;
    return notice?.active === true && !notice.readOnly && caller?.superAdmin !== true;
  }

  /**
   * Announces maintenance, begins it, or changes what it says.
   * @throws Fault INVALID_FIELD when it would end before it begins.
   */
  async plan({ from, to, message, statusUrl, readOnly }: MaintenancePlan): Promise<void> {
    const starts = from === null ? (this.#running() ?? new Date(this.now())) : new Date(from);
    const ends = to === null ? null : new Date(to);
    if (ends !== null && ends <= starts) throw invalidField('body.to', 'must be later than the beginning');
    await this.database.system('plan maintenance').transaction(trx =>
      sql`insert into maintenance.plan (starts_at, ends_at, message, status_url, read_only)
          values (${starts}, ${ends}, ${message}, ${statusUrl}, ${readOnly})
          on conflict (is_single) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
            message = excluded.message, status_url = excluded.status_url, read_only = excluded.read_only`.execute(trx),
    );
    await this.announcer.changed();
  }

  /** Ends maintenance, or takes its announcement back. Does nothing when there is none. */
  async end(): Promise<void> {
    await this.database.system('end maintenance').transaction(trx => sql`delete from maintenance.plan`.execute(trx));
    await this.announcer.changed();
  }

  /** When maintenance that is under way began. */
  #running(): Date | undefined {
    return this.notice?.active === true ? this.#plan!.starts_at : undefined;
  }
}
