import { describe, expect, it } from 'vitest';
import { readForm } from '../../common/form-document.ts';
import { addNew, joinRenames, moveInto, moveOut, placeForNew, renameChosen, setOwn } from './builder-edits.ts';
import { BuilderStore, writtenForm } from './builder-store.ts';

const state = (components: readonly object[], more: object = {}): ConstructorParameters<typeof BuilderStore>[0] => ({
  published: { components },
  secrets: [],
  ...more,
});
const shape = (store: BuilderStore): unknown =>
  store.form.components.map(function outlineOf(each): unknown {
    return each.children === undefined ? each.type : { [each.type]: each.children.map(outlineOf) };
  });

describe('the builder', () => {
  it('should take typing in one field as one step back', () => {
    const store = new BuilderStore(
      state([
        { id: 'a', type: 'input' },
        { id: 'b', type: 'input' },
      ]),
    );
    for (const label of ['x', 'xy']) setOwn(store, ['a'], { label }, 'label');
    setOwn(store, ['b'], { label: 'z' }, 'label');
    expect(store.state.history.past).toHaveLength(2);
    store.undo();
    store.undo();
    expect(store.form.components.map(each => each['label'])).toEqual([undefined, undefined]);
    expect(store.unsaved).toBe(false);
  });

  it('should add into the container that is chosen, else after what is chosen', () => {
    const store = new BuilderStore(state([]));
    addNew(store, 'grid');
    addNew(store, 'number');
    addNew(store, 'rating');
    expect(shape(store)).toEqual([{ grid: [{ column: ['number', 'rating'] }, { column: [] }] }]);
    addNew(store, 'header');
    expect(shape(store)).toEqual([{ header: [] }, { grid: [{ column: ['number', 'rating'] }, { column: [] }] }]);
    store.select([]);
    expect(placeForNew(store, { id: 'x', type: 'input' })).toEqual({ parent: undefined, at: 2 });
  });

  it('should move out of columns and into the last of them', () => {
    const store = new BuilderStore(
      state([
        {
          id: 'g',
          type: 'grid',
          children: [
            { id: 'c', children: [] },
            { id: 'd', children: [] },
          ],
        },
        { id: 'a', type: 'input' },
      ]),
    );
    store.select(['a']);
    moveInto(store);
    expect(shape(store)).toEqual([{ grid: [{ column: [] }, { column: ['input'] }] }]);
    moveOut(store);
    expect(shape(store)).toEqual([{ grid: [{ column: [] }, { column: [] }] }, 'input']);
  });

  it('should keep in mind which id a component was published with', () => {
    const store = new BuilderStore(state([{ id: 'a', type: 'input' }]));
    renameChosen(store, 'a', 'b');
    renameChosen(store, 'b', 'c');
    expect(store.state.history.present.renames).toEqual([{ from: 'a', to: 'c' }]);
    expect(joinRenames([{ from: 'a', to: 'c' }], 'c', 'a')).toEqual([]);
    expect([...store.state.selection]).toEqual(['c']);
  });

  it('should give new ids to a form whose own are missing or there twice, which is a change', () => {
    const store = new BuilderStore(
      state([
        { id: 'a', type: 'input' },
        { id: 'a', type: 'input' },
      ]),
    );
    expect(new Set(store.form.components.map(each => each.id)).size).toBe(2);
    expect(store.unsaved).toBe(true);
  });

  it('should go on from the draft, and from what is published when there is none', () => {
    const draft = {
      document: { components: [{ id: 'b', type: 'input' }] },
      renames: [],
      revision: 4,
      base: 2,
      updated_by: 'x',
      updated_at: 'y',
    };
    const store = new BuilderStore(
      state([{ id: 'a', type: 'input' }], { draft, version: { number: 3, published_by: 'x', published_at: 'y' } }),
    );
    expect([store.form.components[0]!.id, store.state.revision, store.state.base]).toEqual(['b', 4, 2]);
    store.load(
      state([{ id: 'a', type: 'input' }], { version: { number: 3, published_by: 'x', published_at: 'y' } }),
      true,
    );
    expect([store.form.components[0]!.id, store.state.revision, store.state.base, store.unsaved]).toEqual([
      'b',
      0,
      3,
      true,
    ]);
    const published = store.state.history.present;
    store.published(published, state([], { version: { number: 4, published_by: 'x', published_at: 'y' } }));
    expect([store.unsaved, store.state.base]).toEqual([false, 4]);
    expect(writtenForm(published)['components']).toEqual([{ id: 'b', type: 'input' }]);
    expect(readForm(writtenForm(published)).components).toEqual(published.form.components);
  });
});
