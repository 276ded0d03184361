import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { People } from '#core/auth/server/index.ts';
import type { Database, Keys } from '#core/data/server/index.ts';
import type { Organizations, Teams, TenancyTables } from '#core/tenancy/server/index.ts';
import type { installerApi } from '../common/installer-api.ts';
import type { InstallationChecks } from './installation-checks.ts';

/** Services of the first start. */
export interface InstallerServices {
  readonly database: Database;
  readonly keys: Keys;
  readonly people: People;
  readonly organizations: Organizations;
  readonly teams: Teams;
  readonly checks: InstallationChecks;
  /** True when people of this machine need no code: nobody else reaches the server. */
  readonly withoutCode: boolean;
}

/** Keeps two people from making the first organization at the same moment. */
const LOCK = 3_853_314_792;
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns the code that the first start prints; the same for all servers of an installation. */
export function installationCode(keys: Pick<Keys, 'session'>): string {
  const bytes = createHmac('sha256', keys.session).update('first organization').digest().subarray(0, 12);
  const letters = [...bytes].map(each => LETTERS[each % LETTERS.length]).join('');
  return letters.replaceAll(/(.{4})(?!$)/g, '$1-');
}

/** The first start: makes the first organization and its owner, once. */
export class Installer {
  readonly #services: InstallerServices;
  #installed = false;

  constructor(services: InstallerServices) {
    this.#services = services;
  }

  /** Returns whether there is no organization yet. */
  async isOpen(): Promise<boolean> {
    if (this.#installed) return false;
    const { rows } = await this.#services.database
      .system('look for the first organization')
      .transaction(trx => sql`select from tenancy.organization limit 1`.execute(trx));
    this.#installed = rows.length > 0;
    return !this.#installed;
  }

  /** Handlers of the calls of the first start. */
  handlers(): Handlers<typeof installerApi> {
    return {
      describeInstallation: async (_, context) => ({ open: await this.isOpen(), needsCode: this.#needsCode(context) }),
      checkInstallation: async ({ body, headers }, context) => {
        await this.#demand(context, body.code);
        return { checks: [...(await this.#services.checks.run({ ...body, headers }))] };
      },
      install: async ({ body }, context) => {
        await this.#demand(context, body.code);
        const { database, people, organizations, teams } = this.#services;
        const teamId = await database.system<TenancyTables>('make the first organization').transaction(async trx => {
          await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
          if (!(await this.isOpen())) throw installed();
          const person = await people.create({
            email: body.email,
            password: body.password,
            firstName: body.first_name,
            lastName: body.last_name,
            superAdmin: true,
          });
          const organization = await organizations.create(body.organization, person.id);
          return teams.create(organization.id, body.team, person);
        });
        return { email: body.email, team_id: teamId };
      },
    };
  }

  #needsCode(context: RequestContext): boolean {
    return !(this.#services.withoutCode && LOOPBACK.test(context.address));
  }

  async #demand(context: RequestContext, given: string): Promise<void> {
    if (!(await this.isOpen())) throw installed();
    const right = Buffer.from(installationCode(this.#services.keys));
    const typed = Buffer.from(given.toUpperCase());
    if (!this.#needsCode(context) || (typed.length === right.length && timingSafeEqual(typed, right))) return;
    throw new Fault('WRONG_CODE', 'This is not the code that the server printed when it started.', {
      status: 403,
      details: { field: 'code' },
    });
  }
}

const installed = (): Fault =>
  new Fault('INSTALLED', 'This installation has an organization already. Sign in.', { status: 410 });
