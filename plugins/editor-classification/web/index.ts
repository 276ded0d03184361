import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import manifest from '../manifest.ts';
import { classificationKeys, keyScope } from './classification-keys.ts';
import { ClassificationSettings } from './classification-settings.ts';
import { LearnedContent } from './learned-content.ts';

export default defineWebPlugin(manifest, {
  bindings(container) {
    container.bind(ClassificationSettings).toSelf();
    container.bind(LearnedContent).toSelf();
  },
  activate({ get, tap, own, panel }) {
    const keys = get(KeyMap);
    const hooks = get(EditorHooks);
    const commands = get(CommandRegistry);
    const content = get(LearnedContent);
    panel('classes', () => import('./panels/classes-panel.tsx'));
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, classificationKeys)));
    tap(hooks.choosing, (type, item) => (type === 'classification' ? async () => (await import('./classification-editor-type.ts')).classificationEditorType({
      keys, settings: get(ClassificationSettings), mime: item.metadata.mime, run: command => void commands.run(command), learned: (itemId, facts) => content.learn(itemId, facts),
    }) : undefined));
    tap(hooks.saving, (document, item) => content.into(document, item.id));
  },
});
