import { describe, expect, it } from 'vitest';
import type { Instance } from './document.ts';
import type { Edit } from './edits.ts';
import { makeEdit, replaceInstance } from './edits.ts';
import { History } from './history.ts';

const instance = (probability: number): Instance => ({
  id: 'a',
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability,
});
const step = (from: number, to: number = from + 1): Edit =>
  makeEdit(`step ${to}`, [replaceInstance(instance(from), instance(to))]);

describe('History', () => {
  it('returns the inverse to undo and the edit to redo', () => {
    const history = new History();
    const edit = step(0);
    history.push(edit);
    expect(history.undoLabel).toBe('step 1');
    expect(history.undo()!.patches).toEqual([replaceInstance(instance(1), instance(0))]);
    expect(history.undo()).toBeUndefined();
    expect(history.redo()).toBe(edit);
    expect(history.redo()).toBeUndefined();
  });

  it('forgets what was undone when a new edit is made', () => {
    const history = new History();
    history.push(step(0));
    history.undo();
    history.push(step(0, 5));
    expect(history.canRedo).toBe(false);
  });

  it('keeps at most 100 entries', () => {
    const history = new History();
    for (let count = 0; count < 130; count += 1) history.push(step(count));
    let undone = 0;
    while (history.undo() !== undefined) undone += 1;
    expect(undone).toBe(100);
    expect(history.isDirty).toBe(true);
  });

  it('is clean again when undone to the saved state, and dirty beyond it', () => {
    const history = new History();
    history.push(step(0));
    history.markSaved();
    expect(history.isDirty).toBe(false);
    history.push(step(1));
    expect(history.isDirty).toBe(true);
    history.undo();
    expect(history.isDirty).toBe(false);
    history.undo();
    expect(history.isDirty).toBe(true);
  });

  it('never takes another edit of the same depth for the saved one', () => {
    const history = new History();
    history.push(step(0));
    history.markSaved();
    history.undo();
    history.push(step(0, 7));
    expect(history.isDirty).toBe(true);
  });

  it('counts changes since the save began, so that edits made during a save stay unsaved', () => {
    const history = new History();
    history.push(step(0));
    const checkpoint = history.checkpoint();
    history.push(step(1));
    history.markSaved(checkpoint);
    expect(history.isDirty).toBe(true);
    expect(history.changesSinceSaved).toBe(1);
    history.undo();
    expect(history.isDirty).toBe(false);
  });

  it('makes a gesture one entry', () => {
    const history = new History();
    history.push(step(0));
    const mark = history.mark();
    history.push(step(1));
    history.push(step(2));
    history.complete(mark, 'Drag');
    expect(history.length).toBe(2);
    expect(history.undoLabel).toBe('Drag');
    expect(history.undo()!.patches).toEqual([replaceInstance(instance(3), instance(1))]);
  });

  it('bails to the mark with one edit and leaves nothing to redo', () => {
    const history = new History();
    history.push(step(0));
    const mark = history.mark();
    history.push(step(1));
    history.push(step(2));
    expect(history.bail(mark)!.patches).toEqual([replaceInstance(instance(3), instance(1))]);
    expect(history.length).toBe(1);
    expect(history.canRedo).toBe(false);
    expect(history.bail(history.mark())).toBeUndefined();
  });

  it('records nothing while disabled but knows that the document changed', () => {
    const history = new History();
    history.push(step(0));
    history.markSaved();
    history.disable();
    expect(history.isDirty).toBe(false);
    history.push(step(1));
    expect(history.canUndo).toBe(false);
    expect(history.isDirty).toBe(true);
    history.enable();
    history.push(step(2));
    expect(history.length).toBe(1);
  });

  it('notifies listeners until they stop', () => {
    const history = new History();
    let calls = 0;
    const stop = history.onChange(() => (calls += 1));
    history.push(step(0));
    history.undo();
    stop();
    history.redo();
    expect(calls).toBe(2);
  });
});
