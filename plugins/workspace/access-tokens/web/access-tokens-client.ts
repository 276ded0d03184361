import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { accessTokensApi } from '../common/api.ts';

/** Calls of this plugin. */
export class AccessTokensClient {
  readonly api: Client<typeof accessTokensApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(accessTokensApi, transport);
  }
}
