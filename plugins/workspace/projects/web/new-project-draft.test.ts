import { describe, expect, it } from 'vitest';
import { emptyDraft, isBegun, NewProjectStore } from './new-project-draft.ts';

describe('a project that is not made yet', () => {
  it('should be begun by a word or a person, not by a type', () => {
    expect(isBegun(emptyDraft(4))).toBe(false);
    expect(isBegun({ ...emptyDraft(), name: ' ' })).toBe(false);
    expect(isBegun({ ...emptyDraft(), name: 'Cars' })).toBe(true);
    expect(isBegun({ ...emptyDraft(), members: [{ email: 'ana@x.org', role: 1 }] })).toBe(true);
    expect(isBegun({ ...emptyDraft(), name: 'Cars', made: 7 })).toBe(false);
  });

  it('should be kept when one comes back, and be another one in another team', () => {
    const store = new NewProjectStore();
    store.enter(1, 2);
    store.change({ name: 'Cars' });
    store.enter(1, 5);
    expect([store.state.draft.name, store.state.draft.type]).toEqual(['Cars', 2]);
    store.enter(2, undefined);
    expect([store.state.draft.name, store.state.draft.type]).toEqual(['', 1]);
  });

  it('should lose what only its type has with the type', () => {
    const store = new NewProjectStore();
    store.enter(1, 1);
    store.change({ name: 'Cars', settings: { ImageQuality: 100 }, storage: 'external', parts: { classes: [] } });
    store.chooseType(8);
    expect(store.state.draft).toMatchObject({ name: 'Cars', type: 8, settings: {}, storage: undefined, parts: {} });
  });
});
