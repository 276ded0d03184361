import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import { activeTime, clockText, SIGN_MS, tracksTime } from './active-time.ts';
import type { WaitingBeat } from './beat-log.ts';
import { nextBatch, readWaiting, withoutSent } from './beat-log.ts';
import type { WorkSign } from './work-counter.ts';
import { WorkCounter } from './work-counter.ts';

const beats = (
  ...all: readonly (readonly [at: number, itemId: number, type?: WorkSign['type']])[]
): readonly WorkSign[] => all.map(([at, itemId, type = 'key']) => ({ at, itemId, type }));

it('should send the host a sign of life every 500 ms, and track time unless the address is free of it', () => {
  expect(SIGN_MS).toBe(500);
  expect([tracksTime(''), tracksTime('?tab=1'), tracksTime('?time-tracker-free')]).toEqual([true, true, false]);
});

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

  it('should not count the time between two items, whichever came first in the same millisecond', () => {
    expect(activeTime(beats([0, 1, 'open'], [10_000, 1, 'close'], [40_000, 2, 'open'], [45_000, 2]), 60_000)).toBe(
      15_000,
    );
    for (const both of [
      beats([10_000, 1, 'close'], [10_000, 2, 'open']),
      beats([10_000, 2, 'open'], [10_000, 1, 'close']),
    ])
      expect(activeTime([...beats([0, 1, 'open']), ...both], 60_000, 1)).toBe(10_000);
  });

  it('should be shown as a clock', () => {
    expect([0, 59_999, 605_000, 3_909_000].map(clockText)).toEqual(['0:00', '0:59', '10:05', '1:05:09']);
  });
});

describe('beats', () => {
  it('should come once in ten seconds, and whenever an item is opened, closed or changed', () => {
    const kept: WorkSign[] = [];
    const counter = new WorkCounter(beat => kept.push(beat));
    counter.open(1, 0);
    for (const [at, type] of [
      [9_999, 'key'],
      [10_000, 'key'],
      [12_000, 'pointer'],
    ] as const)
      counter.sign({ itemId: 1, at, type });
    counter.close(12_000);
    counter.open(2, 12_001);
    expect(kept.map(each => each.at)).toEqual([0, 10_000, 12_000, 12_001]);
  });

  it('should make up the time that the screens showed, of every item and together', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 100_000 })),
      act: fc.constantFrom('key', 'key', 'key', 'pointer', 'close', 'open'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 80_000 }), (steps, idle) => {
        const kept: WorkSign[] = [];
        const shown = new Map<number, number>();
        const counter = new WorkCounter(beat => kept.push(beat));
        counter.idle = idle;
        let [at, item, isOpen] = [0, 1, false];
        const add = (milliseconds: number): void => void shown.set(item, (shown.get(item) ?? 0) + milliseconds);
        for (const { wait, act } of steps) {
          at += wait;
          if (isOpen && (act === 'close' || act === 'open')) add(counter.close(at));
          if (act === 'open') counter.open((item = (item % 3) + 1), at);
          else if (isOpen && act !== 'close') add(counter.sign({ itemId: item, at, type: act as 'key' | 'pointer' }));
          if (act === 'open' || act === 'close') isOpen = act === 'open';
        }
        if (isOpen) add(counter.close(at));
        for (const each of [1, 2, 3]) expect(activeTime(kept, idle, each)).toBe(shown.get(each) ?? 0);
        expect(activeTime(kept, idle)).toBe([...shown.values()].reduce((sum, each) => sum + each, 0));
      }),
      { numRuns: runsOf(200) },
    );
  });

  const waiting = (beat: string, projectId: number): WaitingBeat => ({
    beat,
    project_id: projectId,
    item_id: 7,
    at: '2026-01-01T00:00:00.000Z',
    type: 'key',
  });

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
