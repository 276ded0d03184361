import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import type { EditorHooks, EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import { placeableSkeletons } from '../common/skeleton-shape.ts';
import { vectorOptions } from './options/vector-options.tsx';
import { measureKey, measureTool, pixelUnits } from './tools/measure-tool.ts';
import { VectorEditor } from './vector-editor.ts';

/** The editor for vector projects (project type 1). */
export function vectorEditorType(
  hooks: EditorHooks,
  templates: SkeletonTemplates | undefined,
  keys: KeyMap,
): EditorType {
  return {
    projectType: 'vector',
    open: (session, element) =>
      new VectorEditor(session, element, {
        keys,
        skeletons: async () => placeableSkeletons((await templates?.list()) ?? []),
        assistants: hooks.assisting.call([], session),
        choices: vectorOptions,
        moreKeys: [measureKey],
        moreTools: [measureTool(pixelUnits)],
      }),
  };
}
