import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { notificationsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class NotificationsClient {
  readonly api: Client<typeof notificationsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(notificationsApi, transport);
  }
}
