import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { workScheduleApi } from '../common/api.ts';

/** Calls of this plugin. */
export class WorkScheduleClient {
  readonly api: Client<typeof workScheduleApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(workScheduleApi, transport);
  }
}
