import { describe, expect, it } from 'vitest';
import type { StagePointer, ToolState } from './tool-state.ts';
import { ToolMachine } from './tool-state.ts';

const pointer: StagePointer = {
  place: { x: 1, y: 1 },
  screen: { x: 1, y: 1 },
  button: 0,
  shift: false,
  ctrl: false,
  alt: false,
  trail: [],
};

function machine(): { tool: ToolMachine; log: string[] } {
  const log: string[] = [];
  const idle = (): ToolState => ({
    name: 'idle',
    cursor: 'crosshair',
    enter: () => log.push('idle'),
    down: () => dragging(),
  });
  const dragging = (): ToolState => ({
    name: 'dragging',
    enter: () => log.push('drag'),
    move: () => 'stay',
    up: () => (log.push('commit'), idle()),
    cancel: () => (log.push('cancel'), idle()),
    complete: () => (log.push('complete'), undefined),
    exit: () => log.push('drag ends'),
  });
  return { tool: new ToolMachine(idle), log };
}

describe('ToolMachine', () => {
  it('lives a gesture from enter to exit', () => {
    const { tool, log } = machine();
    tool.start();
    expect(tool.cursor).toBe('crosshair');
    tool.send('down', pointer);
    expect(tool.send('move', pointer)).toBe(true);
    tool.send('up', pointer);
    expect(log).toEqual(['idle', 'drag', 'commit', 'drag ends', 'idle']);
  });

  it('cancels back to idle, and has nothing to cancel there', () => {
    const { tool, log } = machine();
    tool.start();
    tool.send('down', pointer);
    expect(tool.cancel()).toBe(true);
    expect(tool.cancel()).toBe(false);
    expect(log).toEqual(['idle', 'drag', 'cancel', 'drag ends', 'idle']);
  });

  it('completes what is under way when another tool is chosen', () => {
    const { tool, log } = machine();
    tool.start();
    tool.send('down', pointer);
    tool.stop();
    expect(log).toEqual(['idle', 'drag', 'complete', 'drag ends']);
    expect(tool.state).toBeUndefined();
    expect(tool.send('move', pointer)).toBe(false);
  });
});
