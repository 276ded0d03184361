import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { itemRequestsApi } from '#plugins/review/task-requests/common/index.ts';
import { myWorkApi } from '../common/api.ts';

/** Calls of this plugin. */
export class MyWorkClient {
  readonly api: Client<typeof myWorkApi>;
  readonly requests: Client<typeof itemRequestsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(myWorkApi, transport);
    this.requests = client(itemRequestsApi, transport);
  }
}
