import { useEffect } from 'react';
import type { JSX } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { ProjectLook } from '#plugins/annotate/annotations/common/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { Minimap } from './minimap.tsx';
import { PictureSettings } from './picture-settings.ts';

function show(
  stage: Stage,
  {
    state: {
      look,
      guides,
      attributes,
      shapes: { fill, lines, points, labels, fontSize },
    },
  }: PictureSettings,
): void {
  stage.look = { ...look };
  stage.style = { ...stage.style, fillOpacity: fill, strokeWidth: lines, dotSize: points };
  stage.labels = { shown: labels, attributes, fontSize };
  stage.guides = { ...guides };
}

/** Shows the picture of an editor with a stage as the person likes it. */
export function PictureView({
  editor,
  look,
}: {
  readonly editor: Editor;
  readonly look: ProjectLook;
}): JSX.Element | undefined {
  const settings = useService(PictureSettings);
  const { minimap } = useSnapshot(settings.state);
  const { stage } = editor;
  useEffect(() => settings.useProject(look), [settings, look]);
  useEffect(() => {
    if (stage === undefined) return undefined;
    show(stage, settings);
    return subscribe(settings.state, () => show(stage, settings));
  }, [stage, settings]);
  return stage === undefined || !(minimap ?? editor.minimap ?? false) ? undefined : (
    <Minimap editor={editor} stage={stage} />
  );
}
