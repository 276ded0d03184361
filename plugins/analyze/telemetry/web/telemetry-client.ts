import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { telemetryApi } from '../common/api.ts';

/** Calls of this plugin. */
export class TelemetryClient {
  readonly api: Client<typeof telemetryApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(telemetryApi, transport);
  }
}
