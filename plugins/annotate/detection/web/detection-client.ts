import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { detectionApi } from '../common/api.ts';

/** Calls of this plugin. */
export class DetectionClient {
  readonly api: Client<typeof detectionApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(detectionApi, transport);
  }
}
