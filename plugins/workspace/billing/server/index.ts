import { Egress } from '#core/egress/server/index.ts';
import { defineServerHalf, LogToken, PaymentSettingsToken, PublicUrlToken } from '#core/kernel/server/index.ts';
import { billingApi, licencesApi, paymentEventsApi, planApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { billingHandlers, paymentEventHandlers, planHandlers } from './billing-handlers.ts';
import { Customers } from './customers.ts';
import { Licences } from './licences.ts';
import { noPayments } from './payment-provider.ts';
import { StripePayments } from './stripe/stripe-payments.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(Licences).toSelf();
    container.bind(Customers).toSelf();
  },
  activate({ get, implement }) {
    const licences = get(Licences);
    const { stripe: settings } = get(PaymentSettingsToken);
    const stripe =
      settings === undefined
        ? undefined
        : new StripePayments({
            settings,
            customers: get(Customers),
            egress: get(Egress),
            log: get(LogToken),
            publicUrl: get(PublicUrlToken),
          });
    const provider = stripe ?? noPayments;
    implement(licencesApi, licences.handlers());
    implement(planApi, planHandlers(licences, provider));
    implement(billingApi, billingHandlers(licences, provider));
    implement(paymentEventsApi, paymentEventHandlers(stripe));
  },
});
