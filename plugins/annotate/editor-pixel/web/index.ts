import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { keyScope, pixelKeys } from './pixel-keys.ts';

export default defineWebHalf(manifest, {
  activate({ get, tap, own }) {
    const hooks = get(EditorHooks);
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, pixelKeys)));
    tap(hooks.choosing, type =>
      type === 'pixel' ? async () => (await import('./pixel-editor-type.ts')).pixelEditorType(hooks, keys) : undefined,
    );
  },
});
