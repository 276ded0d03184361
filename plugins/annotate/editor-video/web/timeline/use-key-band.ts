import type { PointerEvent } from 'react';
import { useState } from 'react';
import type { Track } from '../../common/tracks/track.ts';
import { keyMarks } from '../../common/tracks/tracked-keys.ts';
import type { TimelineEditor } from './timeline-editor.ts';

/** CSS pixels that the pointer moves before a press becomes a drag. */
const STILL = 4;

/** A rectangle over the rows, in CSS pixels from the left edge of their areas and the top of the first row. */
export interface Band {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Frames of the key frames that a rectangle covers, by the id of their track. */
export function keysIn(
  band: Band,
  tracks: readonly Track[],
  rowHeight: number,
  { timeline, frames: { table } }: Pick<TimelineEditor, 'timeline' | 'frames'>,
): readonly (readonly [id: string, frames: readonly number[]])[] {
  const { from: first, perFrame } = timeline.state;
  const from = first + band.left / perFrame - 0.5;
  const to = first + band.right / perFrame - 0.5;
  return tracks
    .slice(Math.max(0, Math.floor(band.top / rowHeight)), Math.floor(band.bottom / rowHeight) + 1)
    .flatMap(track => {
      const found = track.parameters
        .flatMap(segment => keyMarks(segment, Math.max(0, from), Math.min(to, table.last), table))
        .map(({ frame }) => frame)
        .filter(frame => frame >= from && frame <= to);
      return found.length === 0 ? [] : [[track.id, found] as const];
    });
}

interface KeyBand {
  /** Undefined while none is drawn. */
  readonly band: Band | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
}

/**
 * Marks the key frames under a rectangle that is dragged over rows; a press without a drag selects the row and goes
 * there.
 */
export function useKeyBand(editor: TimelineEditor, tracks: readonly Track[], rowHeight: number): KeyBand {
  const [start, setStart] = useState<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const [band, setBand] = useState<Band | undefined>(undefined);
  const placeOf = (event: PointerEvent<HTMLElement>): { readonly x: number; readonly y: number } => {
    const body = event.currentTarget.getBoundingClientRect();
    const label = event.currentTarget.clientWidth - editor.timeline.state.width;
    return { x: event.clientX - body.left - label, y: event.clientY - body.top };
  };
  const stop = (): void => {
    setStart(undefined);
    setBand(undefined);
  };
  return {
    band,
    onPointerDown(event) {
      if (event.button !== 0 || (event.target as Element).closest('[data-area]') === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart(placeOf(event));
    },
    onPointerMove(event) {
      if (start === undefined) return;
      const { x, y } = placeOf(event);
      if (band === undefined && Math.hypot(x - start.x, y - start.y) < STILL) return;
      setBand({
        left: Math.max(0, Math.min(x, start.x)),
        top: Math.max(0, Math.min(y, start.y)),
        right: Math.max(x, start.x),
        bottom: Math.min(Math.max(y, start.y), tracks.length * rowHeight - 1),
      });
    },
    onPointerUp(event) {
      if (start === undefined) return;
      const add = event.ctrlKey || event.metaKey || event.shiftKey;
      stop();
      if (band !== undefined) return editor.keyFrames.mark(keysIn(band, tracks, rowHeight, editor), add);
      const pressed = tracks[Math.floor(start.y / rowHeight)];
      if (pressed === undefined) return;
      editor.keyFrames.clear();
      if (add) editor.session.scene.toggleSelection([pressed.id]);
      else editor.session.scene.select([pressed.id]);
      editor.player.seek(editor.timeline.frameAt(start.x));
    },
    onPointerCancel: stop,
  };
}
