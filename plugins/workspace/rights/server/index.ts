import { defineServerHalf } from '#core/kernel/server/index.ts';
import { rightsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { RightsExplainer } from './rights-explainer.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(RightsExplainer).toSelf(),
  activate({ get, implement }) {
    const explainer = get(RightsExplainer);
    implement(rightsApi, {
      explainRights: ({ query }, context) => explainer.explain(context, query.email, query.project_id),
    });
  },
});
