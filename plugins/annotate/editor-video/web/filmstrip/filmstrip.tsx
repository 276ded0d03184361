import type { JSX } from 'react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { messages } from '../messages.ts';
import type { TimelineEditor } from '../timeline/timeline-editor.ts';
import { placedPictures } from './strip-pictures.ts';
import type { LoadedStrip } from './use-filmstrip.ts';
import { useFramePreview } from './use-frame-preview.tsx';
import classes from '../timeline/timeline.module.css';

/** The pictures of a video under the ruler; a press or drag goes to a frame. */
export function Filmstrip({
  editor,
  strip,
}: {
  readonly editor: TimelineEditor;
  readonly strip: LoadedStrip;
}): JSX.Element {
  const { timeline } = editor;
  const { from, perFrame, width } = useSnapshot(timeline.state);
  const { preview, ...hovering } = useFramePreview(editor, strip);
  const holder = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = holder.current!;
    const scale = devicePixelRatio;
    const height = canvas.clientHeight;
    Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
    const context = canvas.getContext('2d');
    if (context === null || width === 0) return;
    context.scale(scale, scale);
    const across = (strip.width * height) / strip.height;
    for (const { picture, left } of placedPictures(strip.frames, { from, perFrame, width }, across))
      context.drawImage(strip.image, 0, picture * strip.height, strip.width, strip.height, left, 0, across, height);
  }, [strip, from, perFrame, width]);
  const go = (event: { readonly clientX: number; readonly currentTarget: Element }): void =>
    editor.player.seek(timeline.frameAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div className={classes['film']}>
      <span className={classes['label']}>{messages.filmstrip.pictures}</span>
      {preview}
      <canvas
        ref={holder}
        className={classes['pictures']}
        role="img"
        aria-label={messages.filmstrip.picturesOfTheVideo}
        onPointerDown={event => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={event => {
          hovering.onPointerMove(event);
          if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
        }}
        onPointerLeave={hovering.onPointerLeave}
      />
    </div>
  );
}
