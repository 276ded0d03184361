import type { JSX } from 'react';
import { messages } from './messages.ts';

const WIDTH = 180;
const HEIGHT = 24;

/** Counts by day as bars, the oldest at the left. Its name says the most of a day; each bar has a tooltip of its own. */
export function DayBars({
  title,
  days,
  counts,
}: {
  readonly title: string;
  readonly days: readonly string[];
  readonly counts: readonly number[];
}): JSX.Element {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, days.length);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={messages.figures.chart(title, Math.max(0, ...counts))}
      style={{ display: 'block' }}
    >
      <rect x={0} y={HEIGHT - 1} width={WIDTH} height={1} fill="var(--loupe-line)" />
      {days.map((day, index) => {
        const count = counts[index] ?? 0;
        const height = count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - 1));
        return (
          <g key={day}>
            <title>{messages.figures.dayCount(day, count)}</title>
            <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
            <rect
              x={index * step}
              y={HEIGHT - height}
              width={Math.max(1, step - 1)}
              height={height}
              fill="var(--loupe-accent)"
            />
          </g>
        );
      })}
    </svg>
  );
}
