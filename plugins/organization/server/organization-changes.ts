import { inject } from 'inversify';
import type { EventHub, RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import { EventHubToken, JobsToken, PluginGate } from '#core/kernel/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';

/** What follows a change of what an organization has. */
export class OrganizationChanges {
  constructor(
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(PluginGate) private readonly gate: PluginGate,
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(EventHubToken) private readonly hub: EventHub,
  ) {}

  /** Writes down who changed what; the next call of the organization sees it, and its open tabs at once. */
  async made(context: RequestContext, id: number, change: object): Promise<void> {
    context.log.info({ organization: id, ...change, by: context.user.id }, 'an organization was changed');
    this.gate.forget(id);
    const teams = new Set((await this.organizations.teamsOf(id)).map(each => each.id));
    this.hub.tell((_, teamId) => teamId !== undefined && teams.has(teamId), { type: 'plugins' });
    await this.jobs.recheck();
  }
}
