import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { LoadingSkeleton } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { Draw } from './draw.ts';

const PlotChart = lazy(() => import('./plot-chart.tsx'));

/** A chart. The page shows its figures as text too: screen readers get only its label. */
export function Chart({
  height = 220,
  ...props
}: {
  readonly draw: Draw;
  readonly label: string;
  readonly height?: number;
}): JSX.Element {
  return (
    <Suspense fallback={<LoadingSkeleton h={height} label={messages.chart.loadingTheChart} />}>
      <PlotChart height={height} {...props} />
    </Suspense>
  );
}

/** Looks of axes, grid and tips in both themes. */
export const chartStyle = {
  background: 'transparent',
  color: 'var(--loupe-muted)',
  fontSize: '11px',
  fontFamily: 'inherit',
  overflow: 'visible',
  '--plot-background': 'var(--loupe-raised)',
} as const;

/** Colours of things that have none of their own, apart from each other on both themes. */
export const chartColors = [
  '#2f7fd6',
  '#d9822b',
  '#2e9e55',
  '#cf4a4a',
  '#8b64c9',
  '#1f9aa8',
  '#c2578f',
  '#8f8a2d',
  '#8a929e',
  '#a5694f',
] as const;
