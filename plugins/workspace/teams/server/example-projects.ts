import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import type { CoreHooks } from '#core/kernel/server/index.ts';
import { CoreHooksToken, JobsToken } from '#core/kernel/server/index.ts';

/** Sample projects of a new team, which plugins make at the hook `core.seeding`. */
export class ExampleProjects {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(CoreHooksToken) private readonly hooks: CoreHooks,
  ) {}

  /** Starts the job that makes them with the rights of the team's creator. */
  async begin(teamId: number, creatorId: number): Promise<void> {
    await this.jobs.enqueue(undefined, { teamId, plugin: 'teams', name: 'examples', subject: {}, creatorId });
  }

  /** The job itself. */
  async make(context: RequestContext): Promise<Record<string, never>> {
    await this.hooks.seeding.promise(context);
    return {};
  }
}
