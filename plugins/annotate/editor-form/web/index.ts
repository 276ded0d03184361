import { Transport } from '#core/api/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { FormServices } from './kit/form-services.ts';
import { scriptSurroundings } from './scripts/script-context.ts';

export default defineWebHalf(manifest, {
  provides: [FormServices],
  bindings: container => void container.bind(FormServices).toSelf(),
  activate({ get, panel, tap }) {
    panel('preview', () => import('./preview/preview-panel.tsx'));
    const keys = get(KeyMap);
    const services = get(FormServices);
    const editorContext = {
      keys,
      commands: get(CommandRegistry),
      services,
      transport: get(Transport),
      save: () => get(OpenItemToken).save(),
      scripts: {
        ...scriptSurroundings(get(Bundler), get(Sandboxes), keys, get(TeamStore)),
        open: get(OpenItemToken),
        services,
      },
    };
    tap(get(EditorHooks).choosing, type =>
      type === 'multimodal'
        ? async () => (await import('./form-editor-type.ts')).formEditorType(editorContext)
        : undefined,
    );
  },
});
