import { messages } from './messages.ts';

/** Stretches of time that the chart shows, and the width of its bars. */
export const chartSpans = {
  day: { title: messages.chartBars.runsByHour, bucket: 'hour', bars: 24 },
  month: { title: messages.chartBars.runsByDay, bucket: 'day', bars: 30 },
} as const;

/** Returns when the bars of a chart begin, oldest first, the last one being the present hour or day in local time. */
export function barsOf(span: keyof typeof chartSpans, now: Date): readonly Date[] {
  const { bars, bucket } = chartSpans[span];
  return Array.from({ length: bars }, (_, at) => {
    const back = bars - 1 - at;
    return bucket === 'hour'
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - back)
      : new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
  });
}
