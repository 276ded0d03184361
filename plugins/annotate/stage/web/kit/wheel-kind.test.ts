import { describe, expect, it } from 'vitest';
import { WheelDetector, zoomFactor } from './wheel-kind.ts';

const event = (deltaX: number, deltaY: number, timeStamp = 0, ctrlKey = false, deltaMode = 0) => ({
  deltaX,
  deltaY,
  deltaMode,
  ctrlKey,
  timeStamp,
});

describe('wheel events', () => {
  it('of a mouse zoom', () => {
    const detector = new WheelDetector();
    expect(detector.kindOf(event(0, 120))).toBe('wheel');
    expect(detector.kindOf(event(0, 3, 5000, false, 1))).toBe('wheel');
  });

  it('of two fingers pan, to the end of the swipe', () => {
    const detector = new WheelDetector();
    expect(detector.kindOf(event(1, 4))).toBe('swipe');
    expect(detector.kindOf(event(0, 80, 100))).toBe('swipe');
    expect(detector.kindOf(event(0, 120, 2000))).toBe('wheel');
  });

  it('of a pinch zoom', () => {
    expect(new WheelDetector().kindOf(event(0, 2.5, 0, true))).toBe('pinch');
  });

  it('zoom in and out by the same factor', () => {
    expect(zoomFactor(event(0, 100), 'wheel') * zoomFactor(event(0, -100), 'wheel')).toBeCloseTo(1);
    expect(zoomFactor(event(0, -100), 'wheel')).toBeGreaterThan(1);
    expect(zoomFactor(event(0, -1e6), 'wheel')).toBeLessThan(2);
  });
});
