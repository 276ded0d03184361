import { toDisposable } from '#core/base/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import { tilesApi } from '#plugins/annotate/tiles/common/index.ts';
import manifest from '../manifest.ts';
import { declaredKeys, keyScope } from './tiled-keys.ts';

export default defineWebHalf(manifest, {
  activate({ get, find, tap, own, panel }) {
    const hooks = get(EditorHooks);
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, declaredKeys)));
    panel('all', () => import('./panels/all-objects-panel.tsx'));
    const open = get(OpenItemToken);
    const offer = (): void => open.hidePanel(`${manifest.id}.all`, open.now?.session.objects === undefined);
    own(toDisposable(open.onChange(offer)));
    offer();
    const templates = find(SkeletonTemplates);
    const api = client(tilesApi, get(Transport));
    tap(hooks.choosing, type =>
      type === 'tiled'
        ? async () => (await import('./tiled-editor-type.ts')).tiledEditorType({ hooks, templates, api, keys })
        : undefined,
    );
  },
});
