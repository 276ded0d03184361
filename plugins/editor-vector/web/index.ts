import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import manifest from '../manifest.ts';

export default defineWebPlugin(manifest, {
  activate({ get, tap }) {
    tap(get(EditorHooks).choosing, type => (type === 'vector' ? async () => (await import('./vector-editor-type.ts')).vectorEditorType : undefined));
  },
});
