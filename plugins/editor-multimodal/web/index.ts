import { Transport } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import manifest from '../manifest.ts';

export default defineWebPlugin(manifest, {
  activate({ get, panel, tap }) {
    panel('preview', () => import('./preview/preview-panel.tsx'));
    const ground = { keys: get(KeyMap), commands: get(CommandRegistry), transport: get(Transport) };
    tap(get(EditorHooks).choosing, type => (type === 'multimodal' ? async () => (await import('./form-editor-type.ts')).formEditorType(ground) : undefined));
  },
});
