import { describe, expect, it } from 'vitest';
import { spanOf } from './days.ts';
import type { Value } from './expression.ts';

const now = new Date('2026-03-18T23:30:00Z');
const text = (value: string): Value => ({ kind: 'text', text: value, quoted: false, range: [0, 0] });
const computed = (name: 'today' | 'daysAgo' | 'startOfWeek' | 'startOfMonth' | 'hoursAgo', amount?: number): Value => ({
  kind: 'computed',
  name,
  ...(amount === undefined ? {} : { amount }),
  range: [0, 0],
});
const span = (value: Value, timeZone = 'UTC'): readonly string[] | undefined => {
  const found = spanOf(value, { now, timeZone });
  return found === undefined ? undefined : [found.from.toISOString(), found.to.toISOString()];
};

describe('spanOf', () => {
  it('covers the whole day in the zone of the viewer', () => {
    expect(span(text('2026-03-01'))).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
    expect(span(text('2026-03-01'), 'Asia/Tokyo')).toEqual(['2026-02-28T15:00:00.000Z', '2026-03-01T15:00:00.000Z']);
  });
  it('knows days that are shorter', () =>
    expect(span(text('2026-03-29'), 'Europe/Berlin')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]));
  it('takes times with and without a zone', () => {
    expect(span(text('2026-03-01T10:00'), 'Asia/Tokyo')).toEqual([
      '2026-03-01T01:00:00.000Z',
      '2026-03-01T01:01:00.000Z',
    ]);
    expect(span(text('2026-03-01T10:00:05+02:00'))).toEqual(['2026-03-01T08:00:05.000Z', '2026-03-01T08:00:06.000Z']);
  });
  it('counts from the day it is for the viewer', () => {
    expect(span(computed('today'), 'Asia/Tokyo')).toEqual(['2026-03-18T15:00:00.000Z', '2026-03-19T15:00:00.000Z']);
    expect(span(computed('daysAgo', 1))?.[0]).toBe('2026-03-17T00:00:00.000Z');
    expect(span(computed('startOfWeek'))?.[0]).toBe('2026-03-16T00:00:00.000Z');
    expect(span(computed('startOfMonth'))?.[0]).toBe('2026-03-01T00:00:00.000Z');
    expect(span(computed('hoursAgo', 2))?.[0]).toBe('2026-03-18T21:30:00.000Z');
  });
  it.each(['2026-02-30', '2026-13-01', 'yesterday', '2026-03-01T25:00'])('refuses %s', each =>
    expect(span(text(each))).toBeUndefined(),
  );
});
