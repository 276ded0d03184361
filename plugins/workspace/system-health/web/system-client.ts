import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { systemApi } from '../common/api.ts';
import { enginesApi } from '../common/engines-api.ts';

/** Calls of this plugin. */
export class SystemClient {
  readonly api: Client<typeof systemApi>;
  readonly engines: Client<typeof enginesApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(systemApi, transport);
    this.engines = client(enginesApi, transport);
  }
}
