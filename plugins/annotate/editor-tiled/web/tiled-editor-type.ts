import { createElement } from 'react';
import type { Client } from '#core/api/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import type { EditorHooks, EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import { placeableSkeletons } from '#plugins/annotate/editor-vector/common/index.ts';
import type { tilesApi } from '#plugins/annotate/tiles/common/index.ts';
import { PyramidSession } from './pyramid-session.ts';
import { TiledEditor } from './tiled-editor.ts';
import { TiledOptions } from './tiled-options.tsx';

/** The editor for tiled projects (project type 5). */
export function tiledEditorType({
  hooks,
  templates,
  api,
  keys,
}: {
  readonly hooks: EditorHooks;
  readonly templates: SkeletonTemplates | undefined;
  readonly api: Client<typeof tilesApi>;
  readonly keys: KeyMap;
}): EditorType {
  return {
    projectType: 'tiled',
    open: (session, element) =>
      new TiledEditor(
        session,
        element,
        // The server names the project beside the document.
        new PyramidSession(api, { project_id: Number(session.particulars['projectId']), item_id: session.item.id }),
        {
          keys,
          assistants: hooks.assisting.call([], session, { inParts: true }),
          skeletons: async () => placeableSkeletons((await templates?.list()) ?? []),
          over: (editor, choices) => () => createElement(TiledOptions, { editor }, createElement(choices)),
        },
      ),
  };
}
