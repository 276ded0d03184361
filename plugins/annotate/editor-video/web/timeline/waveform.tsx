import type { JSX } from 'react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { messages } from '../messages.ts';
import { columnsOf } from '../sound/loudness.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import classes from './timeline.module.css';

/** The loudness of the sound, under the ruler; nothing for a video without sound. */
export function Waveform({ editor }: { readonly editor: TimelineEditor }): JSX.Element | undefined {
  const { wave } = useSnapshot(editor.sound.state);
  if (wave === 'none') return undefined;
  return (
    <div className={classes['sound']} data-large={editor.pictures.soundOnly}>
      <span className={classes['label']}>{messages.waveform.sound}</span>
      {wave === 'undecodable' ? (
        <span className={classes['soundless']} role="status">
          {messages.waveform.cannotBeDrawn}
        </span>
      ) : (
        <Wave editor={editor} />
      )}
    </div>
  );
}

function Wave({ editor }: { readonly editor: TimelineEditor }): JSX.Element {
  const { sound, timeline } = editor;
  const { version, muted } = useSnapshot(sound.state);
  const { from, perFrame, width } = useSnapshot(timeline.state);
  const holder = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = holder.current!;
    const scale = devicePixelRatio;
    const [across, down] = [Math.round(width * scale), Math.round(canvas.clientHeight * scale)];
    Object.assign(canvas, { width: across, height: down });
    const context = canvas.getContext('2d');
    if (context === null || across === 0) return;
    const { starts, duration, last } = editor.frames.table;
    const timeAt = (frame: number): number => {
      const whole = Math.min(Math.max(Math.floor(frame), 0), last);
      const [start, next] = [starts[whole]!, starts[whole + 1] ?? duration];
      return start + Math.min(frame - whole, 1) * (next - start);
    };
    const times = Array.from({ length: across + 1 }, (_, x) => timeAt(from + x / scale / perFrame));
    context.fillStyle = getComputedStyle(canvas).color;
    for (const [x, loud] of columnsOf(sound.loudness, sound.step, times).entries()) {
      const height = Math.max(1, loud * down);
      context.fillRect(x, (down - height) / 2, 1, height);
    }
  }, [editor, sound, version, from, perFrame, width]);
  return (
    <canvas
      ref={holder}
      className={classes['wave']}
      data-muted={muted}
      role="img"
      aria-label={messages.waveform.loudness}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        editor.player.seek(timeline.frameAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          editor.player.seek(timeline.frameAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
      }}
    />
  );
}
