import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { rightsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class RightsClient {
  readonly api: Client<typeof rightsApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(rightsApi, transport);
    this.projects = client(projectsApi, transport);
  }
}
