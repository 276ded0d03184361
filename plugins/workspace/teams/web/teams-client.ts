import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { teamsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class TeamsClient {
  readonly api: Client<typeof teamsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(teamsApi, transport);
  }
}
