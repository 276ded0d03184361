import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { providersApi } from '../common/api.ts';

/** Calls of this plugin. */
export class ProvidersClient {
  readonly api: Client<typeof providersApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(providersApi, transport);
  }
}
