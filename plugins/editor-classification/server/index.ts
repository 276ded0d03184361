import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { EditorHooks } from '#plugins/editor/server/kit/index.ts';
import manifest from '../manifest.ts';
import { checkClassification } from '../common/checks.ts';
import { classificationSchema } from '../common/classification-schema.ts';
import { withContent } from '../common/content-facts.ts';

export default defineServerPlugin(manifest, {
  activate({ get, tap }) {
    const hooks = get(EditorHooks);
    tap(hooks.checking.for('classification'), (_, __, { document, form, classes }) => checkClassification(document, { form, classes }));
    tap(hooks.describing.for('classification'), () => classificationSchema('export'));
    tap(hooks.saving.for('classification'), (_, document, item) => withContent(document, item));
  },
});
