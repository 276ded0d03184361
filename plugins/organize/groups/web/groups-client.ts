import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { foldersApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { Group } from '../common/api.ts';
import { groupsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class GroupsClient {
  readonly api: Client<typeof groupsApi>;
  readonly projects: Client<typeof projectsApi>;
  readonly contributors: Client<typeof contributorsApi>;
  readonly folders: Client<typeof foldersApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(groupsApi, transport);
    this.projects = client(projectsApi, transport);
    this.contributors = client(contributorsApi, transport);
    this.folders = client(foldersApi, transport);
  }

  /** All groups of a team by name; there are at most 200. */
  async all(teamId: number): Promise<readonly Group[]> {
    return (await this.api.listGroups({ params: { team_id: teamId }, query: { limit: 500 } })).data;
  }
}
