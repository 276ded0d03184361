import { useResizeObserver } from '@mantine/hooks';
import * as Plot from '@observablehq/plot';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { Draw } from './draw.ts';

interface PlotChartProps {
  readonly draw: Draw;
  readonly label: string;
  /** Pixels. */
  readonly height: number;
}

/** Draws a chart as wide as its place, and again when that changes. */
export default function PlotChart({ draw, label, height }: PlotChartProps): JSX.Element {
  const [measured, { width }] = useResizeObserver<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (width < 1) return undefined;
    const figure = draw(Plot, { width: Math.floor(width), height });
    place.current?.replaceChildren(figure);
    return () => figure.remove();
  }, [draw, width, height]);
  return (
    <div ref={measured} role="img" aria-label={label} data-chart>
      <div ref={place} aria-hidden />
    </div>
  );
}
