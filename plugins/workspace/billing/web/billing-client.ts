import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { billingApi, licencesApi, planApi } from '../common/api.ts';

/** Calls of this plugin. */
export class BillingClient {
  readonly licences: Client<typeof licencesApi>;
  readonly plan: Client<typeof planApi>;
  readonly billing: Client<typeof billingApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.licences = client(licencesApi, transport);
    this.plan = client(planApi, transport);
    this.billing = client(billingApi, transport);
  }
}
