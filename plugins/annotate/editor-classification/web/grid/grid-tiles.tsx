import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { TaggedItem } from '../classification-client.ts';
import { ClassificationClient } from '../classification-client.ts';
import { messages } from '../messages.ts';
import { GridController, taggedKey } from './grid-controller.ts';
import { clicked, movedTo } from './grid-selection.ts';
import type { GridSelection } from './grid-selection.ts';
import { GridTile } from './grid-tile.tsx';
import classes from './grid.module.css';

const GAP = 10;
const CAPTION = 46;
/** Items of one request. */
const PAGE = 100;

interface GridTilesProps {
  readonly projectId: number;
  readonly ids: readonly number[];
  readonly known: readonly AnnotationClass[];
  /** Width of a tile in CSS pixels, at least. */
  readonly size: number;
  readonly onOpen: (id: number) => void;
}

/** Items as tiles. Only those on screen are drawn and loaded, with a page beyond either end. */
export function GridTiles({ projectId, ids, known, size, onOpen }: GridTilesProps): JSX.Element {
  const client = useService(ClassificationClient);
  const controller = useService(GridController);
  const state = useSnapshot(controller.state);
  const selection = state.selection as GridSelection;
  const left = state.left as ReadonlyMap<number, string>;
  const byId = useMemo(() => new Map(known.map(each => [each.id, each])), [known]);
  const scroller = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const columns = Math.max(1, Math.floor((width + GAP) / (size + GAP)));
  const tile = width === 0 ? size : Math.floor((width - GAP * (columns - 1)) / columns);
  const height = Math.round(tile * 0.75) + CAPTION;
  const rows = useVirtualizer({
    count: Math.ceil(ids.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 2,
  });
  useEffect(() => rows.measure(), [rows, height, columns]);
  const lines = rows.getVirtualItems();

  const first = Math.max(0, Math.floor(((lines[0]?.index ?? 0) * columns) / PAGE));
  const last = Math.min(
    Math.max(0, Math.ceil(ids.length / PAGE) - 1),
    Math.floor((((lines.at(-1)?.index ?? 0) + 1) * columns) / PAGE),
  );
  const pages = Array.from({ length: last - first + 1 }, (_, at) =>
    ids.slice((first + at) * PAGE, (first + at + 1) * PAGE),
  );
  const loaded = useQueries({
    queries: pages.map(page => ({
      queryKey: [...taggedKey(projectId), ...page.slice(0, 1), page.length, page.at(-1)],
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.tagged(projectId, page, signal),
    })),
  });
  const found = loaded.map(each => each.data);
  useEffect(() => {
    for (const page of found) for (const [id, each] of page ?? []) controller.known.set(id, each);
  });
  const at = (id: number): TaggedItem | undefined => {
    for (const page of found) {
      const item = page?.get(id);
      if (item !== undefined) return item;
    }
    return undefined;
  };

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const screenful = columns * Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / (height + GAP)));
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: screenful,
      PageUp: -screenful,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = movedTo(selection, ids, selection.active + step, event.shiftKey);
    controller.select(next);
    rows.scrollToIndex(Math.floor(next.active / columns));
  };
  // What is scrolled out of sight is not in the page.
  const isDrawn = width > 0 && lines.some(({ index }) => index === Math.floor(selection.active / columns));
  const active = isDrawn ? ids[selection.active] : undefined;

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      tabIndex={0}
      role="grid"
      aria-multiselectable
      aria-label={messages.gridTiles.items}
      aria-rowcount={Math.ceil(ids.length / columns)}
      aria-colcount={columns}
      data-classify-grid
      {...(active === undefined ? {} : { 'aria-activedescendant': `tile-${active}` })}
      onKeyDown={press}
    >
      <div ref={ref} className={classes['canvas']} style={{ height: rows.getTotalSize() }}>
        {width === 0
          ? undefined
          : lines.map(({ index: row, start }) => (
              <div key={row} role="row" aria-rowindex={row + 1}>
                {ids.slice(row * columns, (row + 1) * columns).map((id, column) => {
                  const place = row * columns + column;
                  return (
                    <GridTile
                      key={id}
                      id={id}
                      item={at(id)}
                      known={byId}
                      chosen={selection.chosen.has(id)}
                      active={place === selection.active}
                      left={left.get(id)}
                      style={{ width: tile, height, transform: `translate(${column * (tile + GAP)}px, ${start}px)` }}
                      onClick={event => {
                        controller.select(
                          clicked(controller.state.selection, ids, place, {
                            extend: event.shiftKey,
                            toggle: event.ctrlKey || event.metaKey,
                          }),
                        );
                        scroller.current?.focus({ preventScroll: true });
                      }}
                      onDoubleClick={() => onOpen(id)}
                    />
                  );
                })}
              </div>
            ))}
      </div>
    </div>
  );
}
