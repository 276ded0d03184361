import type { JSX } from 'react';

const WIDTH = 380;
const HEIGHT = 56;
/** Days from the left edge to the right one. */
const DAYS = 30;
const DAY_MS = 86_400_000;

interface AverageChartProps {
  readonly label: string;
  /** Means by day, as `2026-11-20`. */
  readonly days: readonly { readonly day: string; readonly average: number | null }[];
  readonly least: number;
  readonly most: number;
  /** Milliseconds since 1970: the right edge. */
  readonly now: number;
}

/** Daily means of the last 30 days as a line with a dot for each day that has values. */
export function AverageChart({ label, days, least, most, now }: AverageChartProps): JSX.Element {
  const today = Math.floor(now / DAY_MS);
  const points = days.flatMap(({ day, average }) => {
    const ago = today - Math.floor(Date.parse(day) / DAY_MS);
    return average === null || ago > DAYS
      ? []
      : [
          {
            day,
            average,
            x: 4 + (1 - ago / DAYS) * (WIDTH - 8),
            y: HEIGHT - 4 - ((average - least) / Math.max(most - least, Number.EPSILON)) * (HEIGHT - 8),
          },
        ];
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      role="img"
      aria-label={label}
      style={{
        display: 'block',
        border: '1px solid var(--loupe-line)',
        borderRadius: 4,
        background: 'var(--loupe-page)',
      }}
    >
      {[7, 14].map(ago => (
        <line
          key={ago}
          x1={4 + (1 - ago / DAYS) * (WIDTH - 8)}
          x2={4 + (1 - ago / DAYS) * (WIDTH - 8)}
          y1={0}
          y2={HEIGHT}
          stroke="var(--loupe-line)"
        />
      ))}
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--loupe-accent)"
        strokeWidth={1.5}
      />
      {points.map(({ day, average, x, y }) => (
        <circle key={day} cx={x} cy={y} r={3} fill="var(--loupe-accent)">
          <title>{`${day}: ${Math.round(average * 100) / 100}`}</title>
        </circle>
      ))}
    </svg>
  );
}
