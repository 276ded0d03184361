import { inject } from 'inversify';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { callerOf, People } from '#core/auth/server/index.ts';
import { PluginGate, RequestContextsToken } from '#core/kernel/server/index.ts';
import type { RequestContexts } from '#core/kernel/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import { S3Refusal } from './s3-refusal.ts';
import type { UploadGrant } from './upload-keys.ts';

/** Checks whether a person who was given keys may still use them: an hour is long enough to leave a team. */
export class UploadAccess {
  constructor(
    @inject(RequestContextsToken) private readonly contexts: RequestContexts,
    @inject(People) private readonly people: People,
    @inject(Teams) private readonly teams: Teams,
    @inject(PluginGate) private readonly gate: PluginGate,
  ) {}

  /**
   * @throws S3Refusal AccessDenied for who left the team or may no longer upload, and where uploads are switched off.
   */
  async demand(grant: UploadGrant, call: RequestContext): Promise<void> {
    if (!(await this.#may(grant, call)))
      throw new S3Refusal('AccessDenied', 'Who was given these keys may no longer upload to this project.', 403);
  }

  async #may({ creator, teamId, projectId }: UploadGrant, call: RequestContext): Promise<boolean> {
    const person = await this.people.byEmail(creator);
    const user = person === undefined || person.disabled_at !== null ? undefined : callerOf(person);
    const team = user === undefined ? undefined : await this.teams.membership(user, teamId);
    if (user === undefined || team === undefined) return false;
    const { requestId, address, log, signal } = call;
    const context = this.contexts.make({
      requestId,
      credential: 'none',
      user,
      team,
      scope: { projectId },
      address,
      log,
      signal,
      enablement: await this.gate.enablement(team.organizationId),
    });
    try {
      return context.enabled('s3-ingest') && (await context.can('UploadItem'));
    } catch (error) {
      // A project that is gone, or not seen any more.
      if (isFault(error) && error.status === 404) return false;
      throw error;
    }
  }
}
