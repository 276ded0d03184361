import { useElementSize } from '@mantine/hooks';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefCallback, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { DataViewStore } from '../data-view-store.ts';

/** Pixels between tiles. */
const GAP = 12;

/** A grid of tiles of which only those on screen are drawn. Lengths are in pixels. */
export interface TileGrid {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly canvas: RefCallback<HTMLDivElement | null>;
  /** Width of the grid; 0 until it is measured. */
  readonly width: number;
  readonly columns: number;
  /** Size of a tile. */
  readonly tile: { readonly width: number; readonly height: number };
  /** Rows on screen, and the height of all. */
  readonly rows: readonly VirtualItem[];
  readonly totalHeight: number;
  /** Indices of the first and the last tile on screen. */
  readonly first: number;
  readonly last: number;
  /** Rows that fit on screen, at least one. */
  readonly screenRows: number;
  /** Scrolls until a tile is on screen. */
  readonly reveal: (index: number) => void;
  /** Returns the position of a tile by its column and the start of its row. */
  readonly placeOf: (column: number, start: number) => { readonly transform: string };
}

interface TileGridOptions {
  readonly count: number;
  /** Height of the texts below a picture. */
  readonly caption: number;
  readonly initialOffset?: number;
  /** Element that scrolls, where its owner needs it as well. */
  readonly scroller?: RefObject<HTMLDivElement | null>;
}

/** Lays out tiles in the size that the person chose for pictures. */
export function useTileGrid({ count, caption, initialOffset, scroller: given }: TileGridOptions): TileGrid {
  const { size } = useSnapshot(useService(DataViewStore).state);
  const own = useRef<HTMLDivElement>(null);
  const scroller = given ?? own;
  const { ref, width } = useElementSize();
  const columns = Math.max(1, Math.floor((width + GAP) / (size + GAP)));
  const tile = width === 0 ? size : Math.floor((width - GAP * (columns - 1)) / columns);
  const height = Math.round(tile * 0.75) + caption;
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 2,
    ...(initialOffset === undefined ? {} : { initialOffset }),
  });
  const lines = rows.getVirtualItems();
  useEffect(() => rows.measure(), [rows, height, columns]);
  return {
    scroller,
    canvas: ref,
    width,
    columns,
    tile: { width: tile, height },
    rows: lines,
    totalHeight: rows.getTotalSize(),
    first: (lines[0]?.index ?? 0) * columns,
    last: Math.min(count - 1, ((lines.at(-1)?.index ?? 0) + 1) * columns - 1),
    screenRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / (height + GAP))),
    reveal: index => rows.scrollToIndex(Math.floor(index / columns)),
    placeOf: (column, start) => ({ transform: `translate(${column * (tile + GAP)}px, ${start}px)` }),
  };
}
