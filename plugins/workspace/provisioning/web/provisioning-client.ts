import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { provisioningApi } from '../common/api.ts';

/** Calls of this plugin. */
export class ProvisioningClient {
  readonly api: Client<typeof provisioningApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(provisioningApi, transport);
  }
}
