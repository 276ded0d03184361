import { inject } from 'inversify';
import { Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database, Jobs } from '#core/data/server/index.ts';
import { closeTeam, reopenTeam } from '#core/data/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { DatabaseToken, JobsToken, ServerBusToken } from '#core/kernel/server/index.ts';
import { closedTeams, deleteTeam, Members, SdkTokens, Teams, transferTeam } from '#core/tenancy/server/index.ts';

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

  /**
   * Makes a member the Team Owner; the one before stays as Team Admin. All SDK tokens of the team end. Throws
   * NOT_FOUND, CONFLICT for who has not joined yet or closed the account.
   */
  async transfer(context: RequestContext, email: string): Promise<void> {
    const member = (await this.members.list(context)).find(each => each.email === email);
    if (member === undefined) throw notFound('The member');
    const { personId } = member;
    if (personId === null)
      throw new Fault('CONFLICT', `${email} has not accepted the invitation yet.`, { status: 409 });
    await transferTeam(this.database, context.team.id, { email, personId });
    this.#forget();
  }

  /**
   * Deletes the team and every row of it, whichever plugin wrote it. Its calls are refused from the beginning on and
   * its jobs are cancelled. Its files stay in the store until they are collected.
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
    for (const id of await closedTeams(this.database)) await this.#delete(id);
  }

  async #delete(id: number): Promise<void> {
    this.#forget();
    await this.jobs.cancelTeam(id);
    await deleteTeam(this.database, id);
    this.#forget();
  }

  /** Forgets roles and tokens that are trusted for a moment, as they would outlive the change. */
  #forget(): void {
    this.teams.forget();
    this.sdkTokens.forget();
  }
}
