import { inject } from 'inversify';
import { proxy } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { billingApi, licencesApi, planApi } from '../common/api.ts';

/** Calls of this plugin. */
export class BillingClient {
  /** Beginning of the trial that a call was refused for since the page was loaded. */
  readonly state = proxy<{ expiredTrial: string | undefined }>({ expiredTrial: undefined });
  readonly licences: Client<typeof licencesApi>;
  readonly plan: Client<typeof planApi>;
  readonly billing: Client<typeof billingApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.licences = client(licencesApi, transport);
    this.plan = client(planApi, transport);
    this.billing = client(billingApi, transport);
  }
}
