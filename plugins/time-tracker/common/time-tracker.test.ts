import { describe, expect, it } from 'vitest';
import { activeTime, clockText } from './active-time.ts';
import type { WaitingBeat } from './beat-log.ts';
import { BeatFilter, nextBatch, readWaiting, withoutSent } from './beat-log.ts';

const beats = (...all: readonly (readonly [at: number, itemId: number])[]): readonly { at: number; itemId: number }[] => all.map(([at, itemId]) => ({ at, itemId }));

describe('active time', () => {
  it('should count gaps up to the longest that is work, and nothing of longer ones', () => {
    expect(activeTime(beats([0, 1], [10_000, 1], [20_000, 1], [90_000, 1]), 60_000)).toBe(20_000);
    expect(activeTime(beats([0, 1], [60_000, 1]), 60_000)).toBe(60_000);
    expect(activeTime([], 60_000)).toBe(0);
  });

  it('should not depend on the order in which beats arrive, nor count two windows twice', () => {
    expect(activeTime(beats([20_000, 1], [0, 1], [10_000, 1]), 60_000)).toBe(20_000);
    expect(activeTime(beats([0, 1], [1_000, 1], [10_000, 1], [11_000, 1]), 60_000)).toBe(11_000);
  });

  it('should belong to the item that was worked on', () => {
    const log = beats([0, 1], [10_000, 1], [15_000, 2], [25_000, 2]);
    expect(activeTime(log, 60_000, 1)).toBe(10_000);
    expect(activeTime(log, 60_000, 2)).toBe(15_000);
    expect(activeTime(log, 60_000)).toBe(25_000);
  });

  it('should be shown as a clock', () => {
    expect([0, 59_999, 605_000, 3_909_000].map(clockText)).toEqual(['0:00', '0:59', '10:05', '1:05:09']);
  });
});

describe('beats', () => {
  it('should come once in ten seconds, and whenever an item is opened, closed or changed', () => {
    const filter = new BeatFilter();
    expect(filter.takes(1, 0, 'open')).toBe(true);
    expect(filter.takes(1, 9_999, 'key')).toBe(false);
    expect(filter.takes(1, 10_000, 'key')).toBe(true);
    expect(filter.takes(1, 12_000, 'close')).toBe(true);
    expect(filter.takes(2, 12_001, 'pointer')).toBe(true);
  });

  const waiting = (beat: string, projectId: number): WaitingBeat => ({ beat, project_id: projectId, item_id: 7, at: '2026-01-01T00:00:00.000Z', type: 'key' });

  it('should be sent by project, and wait until they are kept', () => {
    const all = [waiting('a', 1), waiting('b', 2), waiting('c', 1)];
    const batch = nextBatch(all, 10)!;
    expect([batch.projectId, batch.beats.map(each => each.beat)]).toEqual([1, ['a', 'c']]);
    expect(batch.beats[0]).not.toHaveProperty('project_id');
    expect(withoutSent(all, batch.beats).map(each => each.beat)).toEqual(['b']);
    expect(nextBatch(all, 1)!.beats).toHaveLength(1);
    expect(nextBatch([], 10)).toBeUndefined();
  });

  it('should be read back from a browser, whatever it holds', () => {
    expect(readWaiting(JSON.stringify([waiting('a', 1), null, 3]))).toEqual([waiting('a', 1)]);
    for (const text of [null, '{', '{}', '7']) expect(readWaiting(text)).toEqual([]);
  });
});
