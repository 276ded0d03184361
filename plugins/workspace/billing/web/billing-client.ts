import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { licencesApi, planApi } from '../common/api.ts';

/** Calls of this plugin. */
export class BillingClient {
  readonly licences: Client<typeof licencesApi>;
  readonly plan: Client<typeof planApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.licences = client(licencesApi, transport);
    this.plan = client(planApi, transport);
  }
}
