import { client, Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { KeyMap, keyedCommands } from '#core/shortcuts/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import manifest from '../manifest.ts';
import { videoApi } from '../common/api.ts';
import { momentOf } from './moment.ts';
import { keyScope, videoKeys } from './video-keys.ts';

export default defineWebHalf(manifest, {
  activate({ get, find, tap, own }) {
    const hooks = get(EditorHooks);
    const keys = get(KeyMap);
    // Known before the editor is loaded, so that a person can choose keys anywhere.
    own(keys.declare(`${manifest.id} keys`, keyedCommands(keyScope, videoKeys)));
    const templates = find(SkeletonTemplates);
    const api = client(videoApi, get(Transport));
    tap(hooks.choosing, type =>
      type === 'video'
        ? async () =>
            (await import('./video-editor-type.ts')).videoEditorType(hooks, api, {
              keys,
              templates,
              transport: get(Transport),
              stored: get(OpenItemToken),
            })
        : undefined,
    );
    // Panels edit objects as they are on the frame that is shown.
    tap(hooks.drafting, (patches, session) => momentOf(session)?.translated(patches) ?? patches);
  },
});
