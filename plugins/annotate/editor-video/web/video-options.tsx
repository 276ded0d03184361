import type { JSX } from 'react';
import { useSyncExternalStore } from 'react';
import type { VectorContext } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { TagChoice, TemplateChoice } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import type { Conversion } from './server/conversion.ts';
import { VideoMessage } from './video-message.tsx';
import type { VideoPictures } from './video-pictures.ts';
import classes from './video.module.css';

/** Part of an editor that the choices over the stage need. */
export interface OptionedEditor {
  readonly pictures: VideoPictures;
  readonly conversion: Conversion | undefined;
  readonly activeTool: string;
  setTool(id: string): void;
  onToolChange(listener: () => void): () => void;
}

/** The choices of the tool in use, and why there is no picture. */
export function VideoOptions({
  editor,
  context,
}: {
  readonly editor: OptionedEditor;
  readonly context: VectorContext;
}): JSX.Element {
  const tool = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.activeTool,
  );
  return (
    <>
      <VideoMessage pictures={editor.pictures} conversion={editor.conversion} />
      {tool === 'template' ? (
        <div className={classes['choices']}>
          <TemplateChoice context={context} />
        </div>
      ) : undefined}
      {tool === 'tag' ? (
        <div className={classes['choices']}>
          <TagChoice context={context} onDone={() => editor.setTool('select')} />
        </div>
      ) : undefined}
    </>
  );
}
