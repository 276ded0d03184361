import { Transport } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, toast } from '#core/ui/web/index.ts';
import { EditorHooks } from '#plugins/editor/web/kit/editor-hooks.ts';
import { OpenItemToken } from '#plugins/editor/web/kit/open-item.ts';
import manifest from '../manifest.ts';
import { FormServices } from './kit/form-services.ts';

export default defineWebPlugin(manifest, {
  provides: [FormServices],
  bindings: container => void container.bind(FormServices).toSelf(),
  activate({ get, panel, tap }) {
    panel('preview', () => import('./preview/preview-panel.tsx'));
    const keys = get(KeyMap);
    const teams = get(TeamStore);
    const open = get(OpenItemToken);
    const services = get(FormServices);
    const ground = {
      keys, commands: get(CommandRegistry), services, transport: get(Transport),
      scripts: {
        bundler: get(Bundler), sandboxes: get(Sandboxes), open, services, mayBuild: () => teams.can('EditForm'), confirm,
        toast: (text: string, tone: 'info' | 'success' | 'error') => toast(text, tone === 'info' ? {} : { tone }), chords: () => keys.commands.flatMap(each => each.chords),
      },
    };
    tap(get(EditorHooks).choosing, type => (type === 'multimodal' ? async () => (await import('./form-editor-type.ts')).formEditorType(ground) : undefined));
  },
});
