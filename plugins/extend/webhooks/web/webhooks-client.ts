import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { webhooksApi } from '../common/api.ts';

/** Calls of this plugin, and the list of projects. */
export class WebhooksClient {
  readonly api: Client<typeof webhooksApi>;
  readonly projects: Client<typeof projectsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(webhooksApi, transport);
    this.projects = client(projectsApi, transport);
  }
}

/** Beginning of the key of all answers about webhooks of a team. */
export const webhooksKey = (teamId: number): readonly unknown[] => ['webhooks', teamId];
