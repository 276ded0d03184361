import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { EditorHooks } from '#plugins/editor/server/kit/index.ts';
import { ItemsHooks } from '#plugins/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { formSchema } from '../common/form-schema.ts';
import { FormDocuments } from './form-documents.ts';

const TYPE = 'multimodal';

export default defineServerPlugin(manifest, {
  bindings(container) {
    container.bind(FormDocuments).toSelf();
  },
  activate({ get, tap }) {
    const hooks = get(EditorHooks);
    const documents = get(FormDocuments);
    tap(hooks.opening.for(TYPE), (context, stored, item) => documents.open(context, stored, item));
    tap(hooks.handing.for(TYPE), (context, stored, item) => documents.hand(context, stored, item));
    tap(hooks.accepting.for(TYPE), (context, sent, item, stored) => documents.accept(context, sent, item, stored));
    tap(hooks.checking.for(TYPE), async (context, found, request) => [...found, ...await documents.check(context, request)]);
    tap(hooks.saving.for(TYPE), (context, document, item) => documents.store(context, document, item));
    tap(hooks.equipping.for(TYPE), async (context, particulars, item) => ({ ...particulars, ...await documents.equip(context, item) }));
    const { constraining } = get(ItemsHooks);
    // The system workflow asks for required attributes; of a form those are its components.
    for (const kind of ['required_components', 'required_attributes']) tap(constraining.for(kind), async (context, found, item) => [...found, ...await documents.missing(context, item)]);
    tap(constraining.for('form_valid'), async (context, found, item) => [...found, ...await documents.invalid(context, item)]);
    tap(hooks.describing.for(TYPE), () => formSchema);
  },
});
