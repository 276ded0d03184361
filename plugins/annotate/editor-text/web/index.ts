import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { DictionaryClient } from './dictionary/dictionary-client.ts';
import { LearnedReadings } from './learned-readings.ts';
import { keyScope, textKeys } from './text-keys.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(DictionaryClient).toSelf();
    container.bind(LearnedReadings).toSelf();
  },
  activate({ get, tap, own, panel }) {
    const keys = get(KeyMap);
    const open = get(OpenItemToken);
    const readings = get(LearnedReadings);
    const dictionaries = get(DictionaryClient);
    own(dictionaries);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, textKeys)));
    panel('suggestions', () => import('./panels/suggestions-panel.tsx'));
    const hooks = get(EditorHooks);
    tap(hooks.saving, (document, item) => readings.into(document, item.id));
    tap(hooks.choosing, (type, item) =>
      type === 'text'
        ? async () =>
            (await import('./text-editor-type.ts')).textEditorType({
              keys,
              dictionary: () => dictionaries.load(item.project_id),
              learned: (itemId, reading) => readings.learn(itemId, reading),
              showSuggestions: () => open.showPanel(`${manifest.id}.suggestions`),
            })
        : undefined,
    );
  },
});
