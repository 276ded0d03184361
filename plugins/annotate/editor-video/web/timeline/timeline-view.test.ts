import { describe, expect, it } from 'vitest';
import { rulerStep, TimelineView } from './timeline-view.ts';

function viewOf(count: number, width: number): TimelineView {
  const view = new TimelineView();
  view.setCount(count);
  view.setWidth(width);
  return view;
}

describe('the part of a video in the timeline', () => {
  it('should be all of it at first, and stay all of it when the timeline grows', () => {
    const view = viewOf(500, 1000);
    expect([view.xOf(0), view.xOf(500)]).toEqual([0, 1000]);
    view.setWidth(1500);
    expect(view.xOf(500)).toBe(1500);
  });

  it('should zoom so that the frame under the pointer stays there', () => {
    const view = viewOf(500, 1000);
    const frame = view.frameAt(400);
    view.zoomAt(400, 4);
    expect(view.frameAt(400)).toBe(frame);
    view.zoomAt(400, 0.001);
    expect([view.xOf(0), view.xOf(500)]).toEqual([0, 1000]);
  });

  it('should stay within the video', () => {
    const view = viewOf(500, 1000);
    view.zoomAt(0, 4);
    view.pan(99_999);
    expect(view.xOf(500)).toBe(1000);
    view.pan(-99_999);
    expect(view.xOf(0)).toBe(0);
  });

  it('should move only when a frame to be revealed is out of view', () => {
    const view = viewOf(500, 1000);
    view.zoomAt(0, 4);
    view.reveal(50);
    expect(view.state.from).toBe(0);
    view.reveal(300);
    expect(view.xOf(300)).toBeGreaterThan(0);
    expect(view.xOf(300)).toBeLessThan(1000);
  });

  it('should draw lines of round numbers', () => {
    expect([rulerStep(40, 60), rulerStep(1, 60), rulerStep(0.01, 60)]).toEqual([2, 100, 10_000]);
  });
});
