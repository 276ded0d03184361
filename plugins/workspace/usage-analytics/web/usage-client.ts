import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { usageApi } from '../common/api.ts';
import { usageExportsApi } from '../common/exports-api.ts';

/** Calls of this plugin. */
export class UsageClient {
  readonly api: Client<typeof usageApi>;
  readonly exports: Client<typeof usageExportsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(usageApi, transport);
    this.exports = client(usageExportsApi, transport);
  }
}
