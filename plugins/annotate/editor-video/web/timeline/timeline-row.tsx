import type { JSX, PointerEvent } from 'react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { framesOf } from '../../common/tracks/interpolate.ts';
import type { Track } from '../../common/tracks/track.ts';
import type { KeyMark } from '../../common/tracks/tracked-keys.ts';
import { keyMarks } from '../../common/tracks/tracked-keys.ts';
import { messages } from '../messages.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import classes from './timeline.module.css';

/** CSS pixels within which of several key frames one is drawn. */
const CROWDED = 5;

interface Props {
  readonly editor: TimelineEditor;
  readonly track: Track;
  readonly number: number;
  /** CSS pixels from the first row. */
  readonly top: number;
  readonly selected: boolean;
}

/** One track: when it is visible, and its key frames, which can be dragged. */
export function TimelineRow({ editor, track, number, top, selected }: Props): JSX.Element {
  const { session, timeline, keyFrames } = editor;
  const { from, perFrame, width } = useSnapshot(timeline.state);
  const { shift } = useSnapshot(keyFrames.state);
  const { marks } = keyFrames.state;
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const { table } = editor.frames;
  const owner = session.classes.find(each => each.id === track.classId);
  const color = owner?.color ?? '#8a929e';
  const name = owner?.name ?? messages.timelineRow.noClass;
  const select = (add: boolean): void =>
    add ? session.scene.toggleSelection([track.id]) : session.scene.select([track.id]);
  const xOf = (frame: number): number => (frame - from) * perFrame;
  const frameAt = (event: PointerEvent<HTMLElement>): number =>
    timeline.frameAt(event.clientX - event.currentTarget.closest('[data-area]')!.getBoundingClientRect().left);

  const begin = (event: PointerEvent<HTMLElement>, frame: number): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) return keyFrames.toggle(track.id, frame);
    if (!keyFrames.has(track.id, frame)) keyFrames.mark([[track.id, [frame]]], event.shiftKey);
    editor.player.seek(frame);
    if (session.readOnly || track.locked === true) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(frame);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (dragged === undefined) return;
    const to = frameAt(event);
    if (to - dragged === keyFrames.state.shift) return;
    keyFrames.drag(to - dragged);
    editor.player.seek(to);
  };
  const end = (event: PointerEvent<HTMLElement>, commit: boolean): void => {
    if (dragged === undefined) return;
    const by = keyFrames.state.shift;
    setDragged(undefined);
    keyFrames.drag(0);
    if (!commit || by === 0) return;
    if (event.altKey) keyFrames.copy(by);
    else keyFrames.move(by);
  };
  const marked = marks.get(track.id);

  return (
    <div
      className={classes['row']}
      role="listitem"
      data-track={track.id}
      data-selected={selected}
      data-hidden={track.visible === false}
      style={{ transform: `translateY(${top}px)` }}
      onMouseEnter={() => session.scene.setHover(track.id)}
      onMouseLeave={() => session.scene.setHover(undefined)}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes['name']}
        title={`${name} #${number}`}
        onClick={event => {
          select(event.ctrlKey || event.metaKey);
          event.currentTarget.blur();
        }}
      >
        <span className={classes['swatch']} style={{ background: color }} />
        <span className={classes['text']}>{name}</span>
        <span className={classes['muted']}>#{number}</span>
      </button>
      <div className={classes['area']} data-area>
        {track.parameters.map(segment => {
          const { first, last } = framesOf(segment, table);
          const [left, right] = [Math.max(xOf(first), -10), Math.min(xOf(last + 1), width + 10)];
          return right < 0 || left > width ? undefined : (
            <span
              key={segment.start}
              className={classes['segment']}
              style={{ left, width: Math.max(right - left, 2), background: color }}
            />
          );
        })}
        {visibleKeys(track, editor, { from, perFrame, width }).map(mark => {
          const { frame } = mark;
          const isMarked = marked?.has(frame) === true;
          return (
            <button
              key={frame}
              type="button"
              tabIndex={-1}
              className={classes['key']}
              aria-label={keyLabel(mark)}
              title={mark.origin === 'person' ? undefined : keyLabel(mark)}
              data-origin={mark.origin}
              aria-pressed={isMarked}
              style={{ left: xOf(isMarked ? frame + shift : frame) + perFrame / 2, borderColor: color }}
              onPointerDown={event => begin(event, frame)}
              onPointerMove={move}
              onPointerUp={event => end(event, true)}
              onPointerCancel={event => end(event, false)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Key frames in view; of those that would cover each other the first, or the first that is to be checked. */
function visibleKeys(
  { parameters }: Track,
  editor: TimelineEditor,
  view: { readonly from: number; readonly perFrame: number; readonly width: number },
): readonly KeyMark[] {
  const { table } = editor.frames;
  const [low, high] = [
    Math.max(0, Math.floor(view.from - 1)),
    Math.min(table.last, Math.ceil(view.from + view.width / view.perFrame + 1)),
  ];
  const marks = parameters
    .filter(segment => table.timeOf(low) <= segment.end && table.timeOf(high) >= segment.start)
    .flatMap(segment => keyMarks(segment, low, high, table));
  const drawn: KeyMark[] = [];
  for (const mark of marks) {
    const before = drawn.at(-1);
    if (before === undefined || (mark.frame - before.frame) * view.perFrame >= CROWDED) drawn.push(mark);
    else if (mark.origin === 'unsure' && before.origin !== 'unsure') drawn[drawn.length - 1] = mark;
  }
  return drawn;
}

const keyLabel = ({ frame, origin }: KeyMark): string =>
  origin === 'attributes'
    ? messages.timelineRow.keyFrameCountAttributes(frame + 1)
    : origin === 'unsure'
      ? messages.timelineRow.keyFrameCount(frame + 1)
      : origin === 'tracker'
        ? messages.timelineRow.keyFrameCountTracked(frame + 1)
        : messages.timelineRow.keyFrameCount2(frame + 1);
