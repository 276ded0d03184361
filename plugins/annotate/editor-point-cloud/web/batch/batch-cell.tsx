import { ActionIcon, Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, JSX, MouseEvent } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { CloudTrack } from '../../common/tracks/cloud-track.ts';
import { isKeyAt, segmentAt } from '../../common/tracks/interpolate.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import { CellGestures } from './cell-gestures.ts';
import { CellViews } from './cell-views.ts';
import { CELL_HEIGHT } from './cell-layout.ts';
import classes from './batch.module.css';

interface BatchCellProps {
  readonly editor: CloudEditor;
  readonly track: CloudTrack;
  readonly frame: number;
  readonly current: boolean;
  /** CSS pixels. */
  readonly width: number;
  readonly style: CSSProperties;
}

/** One frame of a track: its box from above and from the side, to be changed in place. */
export function BatchCell({ editor, track, frame, current, width, style }: BatchCellProps): JSX.Element {
  const time = editor.data.frames[frame]!.timestamp;
  const key = isKeyAt(track, time);
  const number = frame + 1;
  const { readOnly } = editor.session;
  const locked = readOnly || track.locked === true;
  const here = (act: () => void) => (): void => {
    editor.showFrame(frame);
    act();
  };
  const button = (label: string, icon: string, run: () => void, disabled = false): JSX.Element => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={disabled} onClick={here(run)}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
  const { commands, actions } = editor;
  const there = segmentAt(track, time) !== undefined;
  return (
    <section
      className={classes['cell']}
      style={style}
      data-current={current}
      aria-current={current}
      aria-label={key ? messages.sequenceBar.keyFrame(number) : messages.sequenceBar.frame(number)}
      onClick={() => {
        if (!current) editor.showFrame(frame);
      }}
    >
      <header className={classes['caption']}>
        <Text fz={12} fw={current ? 600 : 400}>
          {messages.sequenceBar.frame(number)}
        </Text>
        {key ? <span className={classes['key']} /> : undefined}
        <span className={classes['space']} />
        {there
          ? button(
              key ? messages.batchView.removeKeyIn(number) : messages.batchView.addKeyIn(number),
              key ? 'minus' : 'plus',
              () => (key ? commands.forget() : commands.keep()),
              locked,
            )
          : undefined}
        {there ? button(messages.batchView.fit(number), 'fit', () => commands.fit(), locked) : undefined}
        {button(messages.batchView.open(number), 'right', () => actions.setBatch(false))}
      </header>
      {there ? (
        <BoxViews editor={editor} track={track} frame={frame} width={width} />
      ) : (
        <div className={classes['absent']} style={{ height: CELL_HEIGHT }}>
          <Text fz={12} c="var(--loupe-muted)">
            {messages.batchView.absent}
          </Text>
          {locked ? undefined : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={messages.batchView.extendTo(number)}
              onClick={here(() => commands.extend())}
            >
              {messages.batchView.extend}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function BoxViews({
  editor,
  track,
  frame,
  width,
}: Pick<BatchCellProps, 'editor' | 'track' | 'frame' | 'width'>): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [views] = useState(() => new CellViews(editor));
  const [gestures] = useState(() => new CellGestures(editor, views));
  useEffect(() => views.follow(canvas.current!, track, frame, width), [views, track, frame, width]);
  useEffect(() => () => gestures.cancel(), [gestures]);
  const at = (event: MouseEvent<HTMLCanvasElement>): Parameters<CellGestures['down']>[0] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return {
      offset: { x: event.clientX - left, y: event.clientY - top },
      button: event.button,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
    };
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={messages.batchView.views(frame + 1)}
      className={classes['views']}
      style={{ width, height: CELL_HEIGHT }}
      onPointerDown={event => {
        gestures.down(at(event));
        if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={event => gestures.move(at(event))}
      onPointerUp={event => gestures.up(at(event))}
      onPointerCancel={() => gestures.cancel()}
      onDoubleClick={event => gestures.shrink(at(event))}
    />
  );
}
