import { inject } from 'inversify';
import { sql } from 'kysely';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import { closeTeam, lockTeam, reopenTeam } from '#core/data/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { DatabaseToken, JobsToken, ServerBusToken } from '#core/kernel/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import type { TenancyTables } from '#core/tenancy/server/index.ts';
import { Members, SdkTokens, Teams } from '#core/tenancy/server/index.ts';

/** Whose a team is: handing it on, and ending it. */
export class TeamOwnership {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(Members) private readonly members: Members,
    @inject(Teams) private readonly teams: Teams,
    @inject(SdkTokens) private readonly sdkTokens: SdkTokens,
    @inject(ServerBusToken) private readonly bus: ServerBus,
  ) {}

  /** Makes a member the Team Owner; the one before stays as Team Admin. All SDK tokens of the team end. Throws NOT_FOUND, CONFLICT for who has not joined yet or closed the account. */
  async transfer(context: RequestContext, email: string): Promise<void> {
    const member = (await this.members.list(context)).find(each => each.email === email);
    if (member === undefined) throw notFound('The member');
    const { personId } = member;
    if (personId === null)
      throw new Fault('CONFLICT', `${email} has not accepted the invitation yet.`, { status: 409 });
    await this.database.system<TenancyTables>('hand a team on').transaction(async trx => {
      // Whoever closes an account takes the same lock: nobody is left with a team behind a closed one.
      const person = await trx
        .selectFrom('auth.person')
        .select('disabled_at')
        .where('id', '=', personId)
        .forUpdate()
        .executeTakeFirst();
      if (person === undefined || person.disabled_at !== null)
        throw new Fault('CONFLICT', `The account of ${email} is closed.`, { status: 409 });
      const joined = await trx
        .selectFrom('tenancy.member')
        .select('id')
        .where('team_id', '=', context.team.id)
        .where('person_id', '=', personId)
        .forUpdate()
        .executeTakeFirst();
      if (joined === undefined) throw notFound('The member');
      await trx
        .updateTable('tenancy.team')
        .set({ creator_id: personId, updated_at: new Date() })
        .where('id', '=', context.team.id)
        .execute();
      await trx
        .updateTable('tenancy.member')
        .set({ role: teamRoles.teamAdmin, updated_at: new Date() })
        .where('team_id', '=', context.team.id)
        .where('person_id', '=', personId)
        .execute();
      await trx.deleteFrom('tenancy.sdk_token').where('team_id', '=', context.team.id).execute();
    });
    this.#forget();
  }

  /**
   * Deletes the team and every row of it, whichever plugin wrote it. Its calls are refused from the beginning on and its
   * jobs are cancelled. Its files stay in the store until they are collected.
   */
  async remove(context: RequestContext): Promise<void> {
    const { id } = context.team;
    await closeTeam(this.database, id);
    try {
      await this.#delete(id);
    } catch (error) {
      await reopenTeam(this.database, id);
      throw error;
    }
    await this.bus.send('teamEnded', id);
  }

  /** Ends what a server that died had begun: deletes the teams that are closed and still there. */
  async finishRemovals(): Promise<void> {
    const left = await this.database
      .system<TenancyTables>('find teams that are being deleted')
      .transaction(trx =>
        trx
          .selectFrom('data.ended_team as ended')
          .innerJoin('tenancy.team as team', 'team.id', 'ended.id')
          .select('ended.id')
          .execute(),
      );
    for (const { id } of left) await this.#delete(id);
  }

  async #delete(id: number): Promise<void> {
    this.#forget();
    await this.jobs.cancelTeam(id);
    await this.database.system<TenancyTables>('delete a team').transaction(async trx => {
      await lockTeam(trx, id);
      // Runners renew their leases without the team's lock: they lock jobs in this order, too.
      await sql`select id from data.job where team_id = ${id} order by id for update`.execute(trx);
      await trx.deleteFrom('tenancy.team').where('id', '=', id).execute();
      // What hangs on the team by a foreign key is gone now; other tables only carry its number.
      const { rows } = await sql<{ schema: string; name: string }>`
        select n.nspname as schema, c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
        trx,
      );
      for (const { schema, name } of rows)
        await sql`delete from ${sql.table(`${schema}.${name}`)} where team_id = ${id}`.execute(trx);
    });
    this.#forget();
  }

  /** What is believed of people's standing and of tokens for a moment would outlive what was just done. */
  #forget(): void {
    this.teams.forget();
    this.sdkTokens.forget();
  }
}
