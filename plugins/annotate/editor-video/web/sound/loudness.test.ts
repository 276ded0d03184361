import { describe, expect, it } from 'vitest';
import { columnsOf, raiseLoudness, stepOf } from './loudness.ts';

describe('loudness of a sound', () => {
  it('should keep the greatest deflection of each step, in whatever parts the samples come', () => {
    const samples = Float32Array.from({ length: 1000 }, (_, at) => (at === 250 ? -0.5 : at === 990 ? 1.4 : 0.1));
    const whole = new Uint8Array(10);
    raiseLoudness(whole, samples, { start: 0, rate: 1000, step: 100_000 });
    expect([...whole]).toEqual([26, 26, 128, 26, 26, 26, 26, 26, 26, 255]);
    const parts = new Uint8Array(10);
    for (const from of [700, 0, 300])
      raiseLoudness(parts, samples.subarray(from, from === 700 ? 1000 : from === 0 ? 300 : 700), {
        start: from * 1000,
        rate: 1000,
        step: 100_000,
      });
    expect(parts).toEqual(whole);
  });

  it('should leave out samples before the beginning and after the end', () => {
    const loudness = new Uint8Array(2);
    raiseLoudness(loudness, new Float32Array(50).fill(1), { start: -20_000, rate: 1000, step: 10_000 });
    expect([...loudness]).toEqual([255, 255]);
  });

  it('should give each column its loudest step, and one that is narrower than a step that step', () => {
    const loudness = Uint8Array.from([0, 51, 255, 0]);
    expect([...columnsOf(loudness, 10, [0, 20, 40])]).toEqual([expect.closeTo(0.2), 1]);
    expect([...columnsOf(loudness, 10, [10, 12, 14, 20])]).toEqual([0.2, 0.2, 0.2].map(each => expect.closeTo(each)));
    expect([...columnsOf(loudness, 10, [40, 60])]).toEqual([0]);
  });

  it('should be held in bounded memory however long the sound is', () => {
    expect(stepOf(10_000_000)).toBe(5_000);
    const day = 24 * 3600 * 1_000_000;
    expect(day / stepOf(day)).toBeLessThanOrEqual(1 << 20);
  });
});
