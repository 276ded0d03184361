import type { JSX, PointerEvent } from 'react';
import { useState } from 'react';
import { messages } from '../messages.ts';
import type { TimelineEditor } from '../timeline/timeline-editor.ts';
import { timeText } from '../timeline/time-text.ts';
import { pictureOf } from './strip-pictures.ts';
import type { LoadedStrip } from './use-filmstrip.ts';
import classes from '../timeline/timeline.module.css';

/** CSS pixels between the preview and the row below it. */
const GAP = 6;
/** CSS pixels that the middle of the preview keeps from the right edge of the window. */
const EDGE = 140;

interface FramePreview {
  /** The frame under the pointer: its number, its time and the nearest picture. */
  readonly preview: JSX.Element | undefined;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
}

/** Shows the frame under the pointer above an element that spans the timeline. */
export function useFramePreview({ timeline, frames }: TimelineEditor, strip: LoadedStrip | undefined): FramePreview {
  const [at, setAt] = useState<{ readonly frame: number; readonly x: number; readonly y: number }>();
  return {
    preview:
      at === undefined ? undefined : (
        <div className={classes['preview']} style={{ left: at.x, top: at.y - GAP }} aria-hidden>
          {strip === undefined ? undefined : (
            <span
              className={classes['picture']}
              style={{
                width: strip.width,
                height: strip.height,
                backgroundImage: `url("${strip.url}")`,
                backgroundPositionY: -pictureOf(strip.frames, at.frame) * strip.height,
              }}
            />
          )}
          {messages.filmstrip.frameAtTime(at.frame + 1, timeText(frames.table.starts[at.frame] ?? 0))}
        </div>
      ),
    onPointerMove: event => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      setAt({ frame: timeline.frameAt(event.clientX - left), x: Math.min(event.clientX, innerWidth - EDGE), y: top });
    },
    onPointerLeave: () => setAt(undefined),
  };
}
