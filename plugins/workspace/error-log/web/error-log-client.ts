import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { errorLogApi } from '../common/api.ts';

/** Calls of this plugin. */
export class ErrorLogClient {
  readonly api: Client<typeof errorLogApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(errorLogApi, transport);
  }
}
