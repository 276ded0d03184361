import { useRef } from 'react';
import type { JSX } from 'react';
import { messages } from '../messages.ts';
import { columnWidths } from './column-layout.ts';
import classes from './columns.module.css';

const STEP = 16;

/** The edge of a column: dragged, or moved by the arrow keys. Widths in pixels. */
export function ColumnResizer({
  title,
  width,
  onResize,
}: {
  readonly title: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}): JSX.Element {
  const begin = useRef<{ readonly x: number; readonly width: number }>(undefined);
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={messages.columnResizer.widthOfTitle(title)}
      aria-valuenow={width}
      aria-valuemin={columnWidths.least}
      aria-valuemax={columnWidths.most}
      tabIndex={0}
      className={classes['resizer']}
      onPointerDown={event => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begin.current = { x: event.clientX, width };
      }}
      onPointerMove={event => {
        if (begin.current !== undefined) onResize(begin.current.width + event.clientX - begin.current.x);
      }}
      onPointerUp={() => {
        begin.current = undefined;
      }}
      onPointerCancel={() => {
        begin.current = undefined;
      }}
      onKeyDown={event => {
        const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onResize(width + by);
      }}
    />
  );
}
