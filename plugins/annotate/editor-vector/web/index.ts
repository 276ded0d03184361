import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import manifest from '../manifest.ts';
import { measureKey } from './tools/measure-tool.ts';
import { keyScope, vectorKeys } from './vector-keys.ts';

export default defineWebHalf(manifest, {
  activate({ get, find, tap, own }) {
    const hooks = get(EditorHooks);
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, [...vectorKeys, measureKey])));
    const templates = find(SkeletonTemplates);
    tap(hooks.choosing, type =>
      type === 'vector'
        ? async () => (await import('./vector-editor-type.ts')).vectorEditorType(hooks, templates, keys)
        : undefined,
    );
  },
});
