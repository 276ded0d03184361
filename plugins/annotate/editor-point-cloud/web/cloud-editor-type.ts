import type { Client } from '#core/api/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import type { pointCloudsApi } from '#plugins/annotate/point-clouds/common/index.ts';
import { CloudEditor } from './cloud-editor.ts';
import { CloudSession } from './cloud-session.ts';
import { CloudOptions } from './panels/cloud-options.tsx';
import { SequenceBar } from './panels/sequence-bar.tsx';

/** The editor for point cloud projects (project type 7). */
export const cloudEditorType = (api: Client<typeof pointCloudsApi>, keys: KeyMap): EditorType => ({
  projectType: 'point-cloud',
  open: (session, element) =>
    new CloudEditor(
      session,
      element,
      // The server names the project beside the document.
      new CloudSession(api, { project_id: Number(session.particulars['projectId']), item_id: session.item.id }),
      keys,
      { Options: CloudOptions, Below: SequenceBar },
    ),
});
