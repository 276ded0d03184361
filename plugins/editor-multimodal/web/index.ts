import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import { OpenItemToken } from '#plugins/editor/web/kit/open-item.ts';
import manifest from '../manifest.ts';
import { FormServices } from './kit/form-services.ts';

export default defineWebPlugin(manifest, {
  provides: [FormServices],
  bindings: container => void container.bind(FormServices).toSelf(),
  activate({ get, tap }) {
    const open = get(OpenItemToken);
    const ground = { keys: get(KeyMap), commands: get(CommandRegistry), services: get(FormServices), projectId: () => open.now?.opened.project.id };
    tap(get(EditorHooks).choosing, type => (type === 'multimodal' ? async () => (await import('./form-editor-type.ts')).formEditorType(ground) : undefined));
  },
});
