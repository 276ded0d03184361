import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { EditorHooks } from '#plugins/editor/server/kit/index.ts';
import manifest from '../manifest.ts';
import { checkTextDocument } from '../common/checks.ts';
import { storedText } from '../common/stored-text.ts';
import { textSchema } from '../common/text-schema.ts';
import { ItemText } from './item-text.ts';

export default defineServerPlugin(manifest, {
  bindings(container) {
    container.bind(ItemText).toSelf();
  },
  activate({ get, tap }) {
    const hooks = get(EditorHooks);
    const texts = get(ItemText);
    tap(hooks.checking.for('text'), async (_, __, { document, form, classes, item }) => {
      // What the text itself can tell are warnings, for those who upload; the editor's person sees the text.
      const text = form === 'export' ? await texts.of(item) : undefined;
      return checkTextDocument(document, { form, classes, ...(text === undefined ? {} : { text }), ...(item.content_length === null ? {} : { contentLength: item.content_length }) });
    });
    tap(hooks.describing.for('text'), () => textSchema('export'));
    tap(hooks.saving.for('text'), (_, document, item) => storedText(document, item.content_length));
  },
});
