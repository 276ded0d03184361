import { defineServerHalf } from '#core/kernel/server/index.ts';
import { billingApi, licencesApi, planApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { billingHandlers, planHandlers } from './billing-handlers.ts';
import { Licences } from './licences.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(Licences).toSelf(),
  activate({ get, implement }) {
    const licences = get(Licences);
    implement(licencesApi, licences.handlers());
    implement(planApi, planHandlers(licences));
    implement(billingApi, billingHandlers(licences));
  },
});
