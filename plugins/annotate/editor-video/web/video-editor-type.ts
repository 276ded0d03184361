import type { Client, Transport } from '#core/api/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { EditorHooks, EditorType, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { placeableSkeletons } from '#plugins/annotate/editor-vector/common/index.ts';
import type { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import type { videoApi } from '../common/api.ts';
import { VideoServer } from './server/video-server.ts';
import { VideoEditor } from './video-editor.ts';

/** The editor for video projects. */
export function videoEditorType(
  hooks: EditorHooks,
  api: Client<typeof videoApi>,
  {
    keys,
    templates,
    transport,
    stored,
  }: {
    readonly keys: KeyMap;
    readonly templates: SkeletonTemplates | undefined;
    readonly transport: Transport;
    readonly stored: OpenItem;
  },
): EditorType {
  return {
    projectType: 'video',
    open: (session, element) =>
      new VideoEditor(session, element, {
        keys,
        skeletons: async () => placeableSkeletons((await templates?.list()) ?? []),
        assistants: hooks.assisting.call([], session),
        server: new VideoServer(api, transport, session),
        stored,
      }),
  };
}
