import { Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Tooltip } from '#core/ui/web/index.ts';
import type { CloudTrack } from '../../common/tracks/cloud-track.ts';
import { isTrack } from '../../common/tracks/cloud-track.ts';
import { keyTimes } from '../../common/tracks/track-edits.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { keyScope } from '../cloud-keys.ts';
import { messages } from '../messages.ts';
import { useScene } from '../panels/use-scene.ts';
import { BatchCell } from './batch-cell.tsx';
import { boxAt } from './cell-views.ts';
import { CELL_HEIGHT, CELL_WIDTH } from './cell-layout.ts';
import classes from './batch.module.css';

const GAP = 10;
/** CSS pixels of the line above the views of a cell, and of its borders. */
const CAPTION = 32;

/** One box of a sequence in all its frames, each to be changed in place. */
export function BatchView({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { scene, classes: known, readOnly } = editor.session;
  const keys = useKeyMap();
  useScene(scene);
  const [selected] = scene.selected;
  const track =
    scene.selected.length === 1 && selected !== undefined && isTrack(selected) && selected.type === 'cuboid'
      ? selected
      : undefined;
  const name = known.find(each => each.id === track?.classId)?.name ?? messages.batchView.object;
  return (
    <div className={classes['batch']}>
      <div className={classes['bar']}>
        {track === undefined ? undefined : (
          <>
            <span className={classes['swatch']} style={{ background: editor.context.colorOf(track) }} />
            <Text fz={13} fw={600} role="status">
              {messages.batchView.title(name, editor.data.frames.length, keyTimes(track).length)}
            </Text>
          </>
        )}
        <span className={classes['space']} />
        {track === undefined ? undefined : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={readOnly || track.locked === true || keyTimes(track).length < 2}
            onClick={() => editor.commands.sizeEverywhere()}
          >
            {messages.batchView.sizeEverywhere}
          </Button>
        )}
        <Tooltip label={keys.titled(messages.batchView.close, `${keyScope}.batch`)}>
          <Button size="compact-sm" onClick={() => editor.actions.setBatch(false)}>
            {messages.batchView.close}
          </Button>
        </Tooltip>
      </div>
      {track === undefined ? (
        <Text className={classes['hint']!} c="var(--loupe-muted)">
          {messages.batchView.noBox}
        </Text>
      ) : (
        <BatchGrid editor={editor} track={track} />
      )}
    </div>
  );
}

/** The frames in rows. Only those on screen are drawn, and their points loaded. */
function BatchGrid({ editor, track }: { readonly editor: CloudEditor; readonly track: CloudTrack }): JSX.Element {
  const { frame } = useSnapshot(editor.state);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const count = editor.data.frames.length;
  const columns = Math.max(1, Math.floor((width + GAP) / (CELL_WIDTH + GAP)));
  const cell = Math.floor((width - GAP * (columns - 1)) / columns);
  const height = CELL_HEIGHT + CAPTION;
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 1,
  });
  useEffect(() => rows.measure(), [rows, columns]);
  useEffect(() => {
    // A press on a cell makes it the current one: its views stay under the pointer.
    if (width > 0 && scroller.current?.matches(':active') !== true) rows.scrollToIndex(Math.floor(frame / columns));
  }, [rows, frame, columns, width]);
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);
  const lines = width === 0 ? [] : rows.getVirtualItems();
  const first = (lines[0]?.index ?? 0) * columns;
  const end = lines.length === 0 ? 0 : Math.min(count, (lines.at(-1)!.index + 1) * columns);
  useEffect(() => {
    editor.data.beside = rangeOf(first, end).flatMap(each => {
      const box = boxAt(editor, track, each);
      return box === undefined ? [] : editor.data.nodesIn(box, each).map(node => ({ frame: each, node }));
    });
    editor.surface.requestDraw();
  }, [editor, track, first, end]);
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      tabIndex={0}
      role="group"
      aria-label={messages.batchView.frames}
    >
      <div ref={ref} className={classes['canvas']} style={{ height: rows.getTotalSize() }}>
        {lines.flatMap(({ index, start }) =>
          rangeOf(index * columns, Math.min(count, (index + 1) * columns)).map((each, column) => (
            <BatchCell
              key={each}
              editor={editor}
              track={track}
              frame={each}
              current={each === frame}
              width={cell - 2}
              style={{ width: cell, height, transform: `translate(${column * (cell + GAP)}px, ${start}px)` }}
            />
          )),
        )}
      </div>
    </div>
  );
}

const rangeOf = (first: number, end: number): readonly number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
