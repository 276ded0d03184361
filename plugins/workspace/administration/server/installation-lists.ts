import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Handlers } from '#core/api/server/index.ts';
import { personRows } from '#core/auth/server/index.ts';
import { jobRows } from '#core/data/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import { memberRows, teamRows } from '#core/tenancy/server/index.ts';
import type { InstallationJob, installationApi, UserAccount } from '../common/people-api.ts';
import { searchPattern } from './search-pattern.ts';
import type { AccountMerges } from './account-merges.ts';
import type { UserAccounts } from './user-accounts.ts';
import type { Viewing } from './viewing.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}
type Paged<Row> = Promise<{ readonly data: Row[]; readonly count: number }>;
type ListedUser = Omit<UserAccount, 'createdAt' | 'lastActiveAt'> & {
  readonly created: Date;
  readonly used: Date | null;
};
type ListedJob = Omit<InstallationJob, 'createdAt' | 'finishedAt'> & {
  readonly created: Date;
  readonly finished: Date | null;
};

/** Lists of the entire installation. */
export class InstallationLists {
  constructor(@inject(DatabaseToken) private readonly database: Database) {}

  async users({ offset, limit, search }: Page & { readonly search?: string | undefined }): Paged<UserAccount> {
    const pattern = searchPattern(search);
    const found = sql`${personRows} as person left join ${personRows} as kept on kept.id = person.merged_into
      where person.email ilike ${pattern} or person.address ilike ${pattern}
        or concat(person.first_name, ' ', person.last_name) ilike ${pattern}`;
    return this.#run('accounts of the installation', async trx => {
      const { rows } = await sql<ListedUser>`
        select person.id, person.address as email, trim(concat(person.first_name, ' ', person.last_name)) as name,
          person.super_admin, person.disabled_at is not null as closed,
          kept.address as merged_into, person.preferred_mfa <> 'NOMFA' as second_step, person.created_at as created,
          (select count(*)::int from ${memberRows} as member where member.person_id = person.id) as teams,
          (select max(member.last_active_at) from ${memberRows} as member where member.person_id = person.id) as used
        from ${found} order by person.address offset ${offset} limit ${limit}`.execute(trx);
      const counted = await sql<{ n: number }>`select count(*)::int as n from ${found}`.execute(trx);
      return {
        data: rows.map(({ created, used, ...each }) => ({
          ...each,
          createdAt: created.toISOString(),
          lastActiveAt: used?.toISOString() ?? null,
        })),
        count: counted.rows[0]!.n,
      };
    });
  }

  /** Titles and errors are those their team sees; what a job is about stays with the team. */
  async jobs({ offset, limit, state }: Page & { readonly state?: string | undefined }): Paged<InstallationJob> {
    const found = sql`${jobRows} as job left join ${teamRows} as team on team.id = job.team_id
      where ${state ?? null}::text is null or job.state = ${state ?? null}::text`;
    return this.#run('jobs of the installation', async trx => {
      const { rows } = await sql<ListedJob>`
        select job.id, team.name as team, job.plugin, coalesce(job.title, job.name) as title, job.state,
          job.progress_done::int as done, job.progress_total::int as total, job.error ->> 'message' as error,
          job.created_at as created, job.finished_at as finished
        from ${found} order by job.created_at desc, job.id offset ${offset} limit ${limit}`.execute(trx);
      const counted = await sql<{ n: number }>`select count(*)::int as n from ${found}`.execute(trx);
      return {
        data: rows.map(({ created, finished, ...each }) => ({
          ...each,
          createdAt: created.toISOString(),
          finishedAt: finished?.toISOString() ?? null,
        })),
        count: counted.rows[0]!.n,
      };
    });
  }

  handlers(viewing: Viewing, accounts: UserAccounts, merges: AccountMerges): Handlers<typeof installationApi> {
    return {
      ...accounts.handlers(),
      ...merges.handlers(),
      listUsers: ({ query }) => this.users(query),
      listInstallationJobs: ({ query }) => this.jobs(query),
      async viewAs({ params, body, headers }, context) {
        const agent = headers['user-agent'] ?? '';
        const until = await viewing.begin(context, params.person_id, { reason: body.reason, agent });
        return { until: until.toISOString() };
      },
    };
  }

  #run<T>(reason: string, work: (trx: Kysely<unknown>) => Promise<T>): Promise<T> {
    return this.database.system<unknown>(reason).transaction(work);
  }
}
