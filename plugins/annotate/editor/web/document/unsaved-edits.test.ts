import { expect, it, vi } from 'vitest';
import type { Edit } from '#plugins/annotate/annotations/common/index.ts';
import { makeEdit } from '#plugins/annotate/annotations/common/index.ts';
import { UnsavedEdits } from './unsaved-edits.ts';

const edit = (label: string): Edit => makeEdit(label, []);
const journal = () => ({ adopt: vi.fn(async () => undefined), append: vi.fn(), began: vi.fn(), acknowledged: vi.fn() });

it('should keep edits that were made while a save was under way', () => {
  const kept = journal();
  const stored = vi.fn();
  const unsaved = new UnsavedEdits(3, kept, stored);
  unsaved.append(edit('first'));
  const { edits } = unsaved.begin();
  unsaved.append(edit('second'));
  unsaved.acknowledged(4, edits.length);
  expect(unsaved.edits.map(each => each.label)).toEqual(['second']);
  expect(unsaved.base).toBe(4);
  expect(kept.acknowledged).toHaveBeenCalledWith(4, 1);
  expect(stored.mock.calls).toEqual([[4]]);
});

it('should send edits of an earlier session again under their operation, and later ones under another', async () => {
  const unsaved = new UnsavedEdits(3, journal(), vi.fn());
  await unsaved.adopt([edit('first')], 'op-1');
  expect(unsaved.begin()).toMatchObject({ op: 'op-1', base: 3, edits: [{ label: 'first' }] });
  expect(unsaved.begin().op).not.toBe('op-1');
});

it('should report a merge as stored only where it leaves nothing unsaved on a newer revision', () => {
  const stored = vi.fn();
  const unsaved = new UnsavedEdits(3, journal(), stored);
  unsaved.append(edit('first'));
  unsaved.replace([edit('first')], 4);
  unsaved.replace([]);
  unsaved.replace([], 4);
  expect(stored).not.toHaveBeenCalled();
  unsaved.replace([], 5);
  expect(stored.mock.calls).toEqual([[5]]);
});
