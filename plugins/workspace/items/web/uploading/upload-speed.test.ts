import { describe, expect, it } from 'vitest';
import { timeLeft, UploadSpeed } from './upload-speed.ts';

describe('the speed of an upload', () => {
  it('should be the mean of the last seconds', () => {
    const speed = new UploadSpeed();
    for (let second = 0; second <= 20; second++) speed.sent(second < 10 ? 1000 : 3000, second * 1000);
    expect(speed.rate(20_000)).toBeCloseTo(3000, -1);
  });

  it('should say nothing in the first second, and nothing after a long silence', () => {
    const speed = new UploadSpeed();
    expect(speed.rate(0)).toBeUndefined();
    speed.sent(500, 0);
    expect(speed.rate(900)).toBeUndefined();
    speed.sent(500, 1500);
    expect(speed.rate(2000)).toBe(500);
    expect(speed.rate(30_000)).toBeUndefined();
  });

  it('should not count the time of a pause', () => {
    const speed = new UploadSpeed();
    speed.sent(1000, 0);
    speed.reset();
    for (let second = 100; second <= 104; second++) speed.sent(2000, second * 1000);
    expect(speed.rate(104_000)).toBe(2500);
  });

  it.each([
    [0.2, '1 s left'],
    [59, '59 s left'],
    [61, '1 min left'],
    [3600, '60 min left'],
    [7300, '2 h left'],
  ])('should say %d seconds as %s', (seconds, text) => {
    expect(timeLeft(seconds)).toBe(text);
  });
});
