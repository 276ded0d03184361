import { messages } from './messages.ts';

/** Stretches of time that the chart shows, and the width of its bars. */
export const chartSpans = {
  day: { title: messages.chartBars.runsByHour, bucket: 'hour', bars: 24 },
  month: { title: messages.chartBars.runsByDay, bucket: 'day', bars: 30 },
} as const;

export type Bucket = 'day' | 'hour' | 'minute' | 'second';

/** A bar that was opened: its bars are of the next narrower width. */
export interface OpenedBar {
  readonly at: Date;
  readonly bucket: Bucket;
}

/** The width of the bars of an opened bar, and how many there are; undefined for seconds. */
export const narrower: Readonly<Record<Bucket, { readonly bucket: Bucket; readonly bars: number } | undefined>> = {
  day: { bucket: 'hour', bars: 24 },
  hour: { bucket: 'minute', bars: 60 },
  minute: { bucket: 'second', bars: 60 },
  second: undefined,
};

/** Returns when the bars of a chart begin, oldest first, the last one being the present hour or day in local time. */
export function barsUntilNow(span: keyof typeof chartSpans): { readonly bars: readonly Date[]; readonly end: Date } {
  const { bars, bucket } = chartSpans[span];
  const now = new Date();
  const begins = Array.from({ length: bars }, (_, at) => {
    const back = bars - 1 - at;
    return bucket === 'hour'
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - back)
      : new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
  });
  return { bars: begins, end: now };
}

/** Returns when the bars inside of an opened bar begin, and when it ends, in local time. */
export function barsInside({ at, bucket }: OpenedBar): { readonly bars: readonly Date[]; readonly end: Date } {
  const count = narrower[bucket]?.bars ?? 0;
  const place = (index: number): Date => {
    if (bucket === 'day') return new Date(at.getFullYear(), at.getMonth(), at.getDate(), index);
    return new Date(at.getTime() + index * (bucket === 'hour' ? 60_000 : 1_000));
  };
  return { bars: Array.from({ length: count }, (_, index) => place(index)), end: place(count) };
}
