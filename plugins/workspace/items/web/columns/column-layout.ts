/** A column that is shown, and its width in pixels. */
export interface ShownColumn {
  readonly id: string;
  readonly width: number;
}

/** The columns of a table from left to right. */
export type ColumnLayout = readonly ShownColumn[];

/** Widths a column may have, in pixels. */
export const columnWidths = { least: 60, most: 800 } as const;
const MOST_COLUMNS = 60;

/** Columns of a table before anybody changed it. */
export const standardLayout: ColumnLayout = [
  { id: 'name', width: 280 },
  { id: 'status', width: 132 },
  { id: 'assigned', width: 80 },
  { id: 'objects', width: 80 },
  { id: 'size', width: 88 },
  { id: 'updated', width: 110 },
];

const within = (width: number): number => Math.round(Math.max(columnWidths.least, Math.min(columnWidths.most, width)));

/** Reads a layout that was kept; what is no layout is the standard one. The name is always there. */
export function readLayout(kept: unknown): ColumnLayout {
  if (!Array.isArray(kept)) return standardLayout;
  const found = new Map<string, ShownColumn>();
  for (const each of kept.slice(0, MOST_COLUMNS) as readonly unknown[]) {
    const { id, width } = (typeof each === 'object' && each !== null ? each : {}) as {
      readonly id?: unknown;
      readonly width?: unknown;
    };
    if (typeof id === 'string' && id !== '' && typeof width === 'number' && Number.isFinite(width))
      found.set(id, { id, width: within(width) });
  }
  if (found.size === 0) return standardLayout;
  return found.has('name') ? [...found.values()] : [standardLayout[0]!, ...found.values()];
}

/** The layout with these columns in this order: those it has keep their width, new ones get theirs. */
export const arranged = (layout: ColumnLayout, ids: readonly string[], widthOf: (id: string) => number): ColumnLayout =>
  ids.map(id => layout.find(each => each.id === id) ?? { id, width: within(widthOf(id)) });

/** The layout with a column of another width. */
export const resized = (layout: ColumnLayout, id: string, width: number): ColumnLayout =>
  layout.map(each => (each.id === id ? { id, width: within(width) } : each));
