import { client, Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks } from '#plugins/annotate/editor/web/kit/index.ts';
import { pointCloudsApi } from '#plugins/annotate/point-clouds/common/index.ts';
import manifest from '../manifest.ts';
import { cloudKeys, keyScope } from './cloud-keys.ts';

export default defineWebHalf(manifest, {
  activate({ get, tap, own }) {
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, cloudKeys)));
    const api = client(pointCloudsApi, get(Transport));
    tap(get(EditorHooks).choosing, type =>
      type === 'point-cloud'
        ? async () => (await import('./cloud-editor-type.ts')).cloudEditorType(api, keys)
        : undefined,
    );
  },
});
