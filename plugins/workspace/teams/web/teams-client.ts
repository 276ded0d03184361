import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { teamsApi } from '../common/api.ts';
import { teamCareApi } from '../common/team-care-api.ts';
import { teamRolesApi } from '../common/team-roles-api.ts';

/** Calls of this plugin. */
export class TeamsClient {
  readonly api: Client<typeof teamsApi>;
  readonly care: Client<typeof teamCareApi>;
  readonly roles: Client<typeof teamRolesApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(teamsApi, transport);
    this.care = client(teamCareApi, transport);
    this.roles = client(teamRolesApi, transport);
  }
}
