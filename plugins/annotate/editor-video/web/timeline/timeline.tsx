import { useVirtualizer } from '@tanstack/react-virtual';
import type { JSX, PointerEvent } from 'react';
import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { Track } from '../../common/tracks/track.ts';
import { isTrack } from '../../common/tracks/track.ts';
import { Filmstrip } from '../filmstrip/filmstrip.tsx';
import type { LoadedStrip } from '../filmstrip/use-filmstrip.ts';
import { useFilmstrip } from '../filmstrip/use-filmstrip.ts';
import { useFramePreview } from '../filmstrip/use-frame-preview.tsx';
import { messages } from '../messages.ts';
import type { TimelineEditor } from './timeline-editor.ts';
import { TimelineRow } from './timeline-row.tsx';
import { rulerStep } from './timeline-view.ts';
import { useKeyBand } from './use-key-band.ts';
import { usePlayer, usePlayerState } from './use-player.ts';
import { Waveform } from './waveform.tsx';
import classes from './timeline.module.css';

/** CSS pixels of a row. */
const ROW = 24;

/** CSS pixels between two numbers of the ruler. */
const APART = 70;

/** The tracks of a video in time: a row each, with segments and key frames, under a ruler. */
export function Timeline({ editor }: { readonly editor: TimelineEditor }): JSX.Element {
  const { session, timeline } = editor;
  const { scene } = session;
  const summary = useSyncExternalStore(
    listener => scene.onChange(listener),
    () => scene.summary,
  );
  const tracks = useMemo(
    () =>
      scene.instances
        .map((instance, at) => ({ instance, number: at + 1 }))
        .filter((each): each is { instance: Track; number: number } => isTrack(each.instance)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the scene changes in place; the version says when
    [scene, summary.instancesVersion],
  );
  const instances = useMemo(() => tracks.map(each => each.instance), [tracks]);
  const { band, ...dragging } = useKeyBand(editor, instances, ROW);
  const scroller = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: tracks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const strip = useFilmstrip(editor);
  const last = summary.selected.at(-1);

  useEffect(() => {
    const element = area.current!;
    const resizing = new ResizeObserver(() => timeline.setWidth(element.clientWidth));
    resizing.observe(element);
    return () => resizing.disconnect();
  }, [timeline]);
  // A wheel that zooms must not zoom the page.
  useEffect(() => {
    const element = scroller.current!.parentElement!;
    const wheel = (event: WheelEvent): void => {
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (!event.ctrlKey && !event.metaKey && sideways === 0) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey)
        timeline.zoomAt(event.clientX - area.current!.getBoundingClientRect().left, Math.exp(-event.deltaY / 300));
      else timeline.pan(sideways);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [timeline]);
  const reveal = useEffectEvent((id: string | undefined) => {
    const place = tracks.findIndex(each => each.instance.id === id);
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' });
  });
  useEffect(() => reveal(last), [last]);

  return (
    <div className={classes['timeline']}>
      <div className={classes['head']}>
        <span className={classes['label']}>
          {tracks.length === 0
            ? messages.timeline.noTracksYet
            : tracks.length === 1
              ? messages.timeline.number1Track
              : messages.timeline.countTracks(tracks.length)}
        </span>
        <div ref={area} className={classes['area']}>
          <Ruler editor={editor} strip={strip} />
        </div>
      </div>
      {strip === undefined ? undefined : <Filmstrip editor={editor} strip={strip} />}
      <Waveform editor={editor} />
      <div ref={scroller} className={classes['rows']}>
        <div
          className={classes['body']}
          style={{ height: virtualizer.getTotalSize() }}
          role="list"
          aria-label={messages.timeline.tracks}
          {...dragging}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const { instance, number } = tracks[index]!;
            return (
              <TimelineRow
                key={instance.id}
                editor={editor}
                track={instance}
                number={number}
                top={start}
                selected={scene.selection.has(instance.id)}
              />
            );
          })}
          {band === undefined ? undefined : (
            <div
              className={classes['band']}
              style={{
                left: `calc(var(--label-width) + ${band.left}px)`,
                top: band.top,
                width: band.right - band.left,
                height: band.bottom - band.top,
              }}
            />
          )}
        </div>
        {tracks.length === 0 ? <div className={classes['hint']}>{messages.timeline.drawOnAFrame}</div> : undefined}
      </div>
      <Playhead editor={editor} />
    </div>
  );
}

/** Numbers of frames; a press or drag goes to a frame. */
function Ruler({
  editor,
  strip,
}: {
  readonly editor: TimelineEditor;
  readonly strip: LoadedStrip | undefined;
}): JSX.Element {
  const { timeline } = editor;
  const player = usePlayer(editor);
  const { preview, ...hovering } = useFramePreview(editor, strip);
  const { from, perFrame, width, count } = useSnapshot(timeline.state);
  const step = rulerStep(perFrame, APART);
  const first = Math.floor(from / step) * step;
  const marks = Array.from({ length: Math.ceil(width / (perFrame * step)) + 2 }, (_, at) => first + at * step).filter(
    frame => frame < count,
  );
  const go = (event: PointerEvent<HTMLDivElement>): void =>
    player.seek(timeline.frameAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div
      className={classes['ruler']}
      role="slider"
      aria-label={messages.shared.frame}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={player.state.frame + 1}
      tabIndex={-1}
      onPointerDown={event => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={event => {
        hovering.onPointerMove(event);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
      onPointerLeave={hovering.onPointerLeave}
    >
      {preview}
      <Range editor={editor} />
      {marks.map(frame => (
        <span key={frame} className={classes['mark']} style={{ left: (frame - from) * perFrame }}>
          {frame + 1}
        </span>
      ))}
    </div>
  );
}

/** The marked frames, in the ruler. */
function Range({ editor }: { readonly editor: TimelineEditor }): JSX.Element | undefined {
  const { range } = useSnapshot(editor.marked.state);
  const { from, perFrame, width } = useSnapshot(editor.timeline.state);
  if (range === null) return undefined;
  const left = Math.max((range.from - from) * perFrame, 0);
  const right = Math.min((range.to + 1 - from) * perFrame, width);
  if (right <= 0 || left >= width) return undefined;
  return (
    <span
      className={classes['range']}
      title={messages.timeline.rangeFramesCountTo(range.from + 1, range.to + 1)}
      style={{ left, width: Math.max(2, right - left) }}
    />
  );
}

/** The frame on the screen, over all rows. */
function Playhead({ editor }: { readonly editor: TimelineEditor }): JSX.Element | undefined {
  const { frame } = usePlayerState(editor);
  const { from, perFrame, width } = useSnapshot(editor.timeline.state);
  useEffect(() => editor.timeline.reveal(frame), [editor, frame]);
  const x = (frame - from) * perFrame;
  if (x < -perFrame || x > width) return undefined;
  return (
    <div className={classes['playhead']} style={{ transform: `translateX(${x}px)`, width: Math.max(2, perFrame) }} />
  );
}
