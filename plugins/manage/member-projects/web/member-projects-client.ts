import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectUsersApi } from '#plugins/workspace/projects/common/index.ts';
import { memberProjectsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class MemberProjectsClient {
  readonly api: Client<typeof memberProjectsApi>;
  readonly #users: Client<typeof projectUsersApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(memberProjectsApi, transport);
    this.#users = client(projectUsersApi, transport);
  }

  /**
   * Pauses people in projects, all when none is named, or lets them go on. Answers in how many memberships it was done
   * and was not.
   */
  async pause(
    emails: readonly string[],
    paused: boolean,
    projectId?: number,
  ): Promise<{ readonly done: number; readonly failed: number }> {
    const search = {
      $and: [
        { 'projects.contributors.email': { $in: emails } },
        ...(projectId === undefined ? [] : [{ 'projects.id': { $in: [projectId] } }]),
      ],
    };
    const { success, failed } = await this.#users.pauseProjectUsers({
      body: { query: { search }, body: { projectUsers: { permissions: { paused } } } },
    });
    return { done: success.length, failed: failed.length };
  }
}
