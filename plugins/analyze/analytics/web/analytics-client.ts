import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { reportingApi } from '../common/api.ts';

/** Calls of this plugin. */
export class AnalyticsClient {
  readonly reports: Client<typeof reportingApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.reports = client(reportingApi, transport);
  }
}
