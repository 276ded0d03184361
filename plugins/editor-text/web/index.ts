import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import manifest from '../manifest.ts';
import { keyScope, textKeys } from './text-keys.ts';

export default defineWebPlugin(manifest, {
  activate({ get, tap, own }) {
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, textKeys)));
    tap(get(EditorHooks).choosing, type => (type === 'text' ? async () => (await import('./text-editor-type.ts')).textEditorType(keys) : undefined));
  },
});
