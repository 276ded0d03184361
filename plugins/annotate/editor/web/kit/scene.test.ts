import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { emptyDocument, insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from './memory-session.ts';
import type { SceneChange } from './scene-change.ts';

const instance = (id: string, probability = 100): Instance => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability,
});

function open(...ids: string[]): { session: MemorySession; changes: SceneChange[] } {
  const session = new MemorySession(
    { id: 1, name: 'a.jpg', url: '' },
    { ...emptyDocument('a.jpg'), instances: ids.map(id => instance(id)) },
    [],
  );
  const changes: SceneChange[] = [];
  session.scene.onChange(change => changes.push(change));
  return { session, changes };
}

const remove = (id: string) => ({ collection: 'instances' as const, id, before: instance(id) });

describe('Scene', () => {
  it('should report which ids an edit touched', () => {
    const { session, changes } = open('a', 'b');
    session.edit('Mixed', [
      insertInstance(instance('c')),
      replaceInstance(instance('a'), instance('a', 3)),
      remove('b'),
    ]);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      added: new Set(['c']),
      changed: new Set(['a']),
      removed: new Set(['b']),
      order: true,
    });
  });

  it('keeps the drawing order when only values change', () => {
    const { session, changes } = open('a', 'b');
    session.edit('Change', [replaceInstance(instance('a'), instance('a', 3))]);
    expect(changes[0]!.order).toBe(false);
    expect(session.scene.placeOf('b')).toBe(1);
    expect(session.scene.get('a')!.probability).toBe(3);
    expect(session.scene.instances[0]!.probability).toBe(3);
  });

  it('should report no other order when a document in its place has the same objects in the same places', () => {
    const { session, changes } = open('a', 'b');
    const { document } = session.scene;
    session.scene.reset({ ...document, instances: [instance('a', 3), instance('b')] });
    expect(changes[0]).toMatchObject({ changed: new Set(['a', 'b']), order: false });
    expect(session.scene.placeOf('b')).toBe(1);
    session.scene.reset({ ...document, instances: [instance('b'), instance('a')] });
    expect(changes[1]!.order).toBe(true);
    expect(session.scene.placeOf('b')).toBe(0);
    session.scene.reset({ ...document, instances: [instance('b')] });
    expect(changes[2]!.order).toBe(true);
  });

  it('takes deleted instances out of selection and hover', () => {
    const { session, changes } = open('a', 'b');
    session.scene.select(['a', 'b', 'nobody']);
    session.scene.setHover('a');
    session.edit('Delete', [remove('a')]);
    expect([...session.scene.selection]).toEqual(['b']);
    expect(session.scene.hover).toBeUndefined();
    expect(changes.at(-1)).toMatchObject({ selection: new Set(['a']), hover: new Set(['a']) });
  });

  it('undoes a delete in place', () => {
    const { session } = open('a', 'b', 'c');
    session.edit('Delete', [remove('b')]);
    session.undo();
    expect(session.scene.instances.map(one => one.id)).toEqual(['a', 'b', 'c']);
    expect(session.scene.placeOf('c')).toBe(2);
    session.redo();
    expect(session.scene.placeOf('c')).toBe(1);
  });

  it('shows drafts without saving them', () => {
    const { session, changes } = open('a');
    session.scene.setDrafts([instance('a', 7), instance('new', 1)]);
    expect(session.scene.shown('a')!.probability).toBe(7);
    expect(session.scene.get('a')!.probability).toBe(100);
    expect(session.scene.document.instances).toHaveLength(1);
    session.scene.clearDrafts();
    expect(session.scene.shown('a')!.probability).toBe(100);
    expect(changes.at(-1)!.drafts).toEqual(new Set(['a', 'new']));
  });

  it('has a new summary after a change, and the same one while something follows the pointer', () => {
    const { session } = open('a');
    const first = session.scene.summary;
    session.scene.setHover('a');
    session.scene.setDrafts([instance('a', 7)]);
    expect(session.scene.summary).toBe(first);
    session.scene.select(['a']);
    expect(session.scene.summary).toMatchObject({
      selected: ['a'],
      instanceCount: 1,
      instancesVersion: first.instancesVersion,
    });
  });

  it('does nothing when read-only', () => {
    const { session, changes } = open('a');
    session.setReadOnly(true);
    session.edit('Delete', [remove('a')]);
    expect(changes).toEqual([]);
  });

  it('keeps what still exists when another document takes its place', () => {
    const { session, changes } = open('a', 'b');
    session.scene.select(['a', 'b']);
    session.scene.reset({ ...emptyDocument('a.jpg'), instances: [instance('b', 2), instance('c')] });
    expect([...session.scene.selection]).toEqual(['b']);
    expect(changes.at(-1)).toMatchObject({ added: new Set(['c']), removed: new Set(['a']), changed: new Set(['b']) });
  });
});
