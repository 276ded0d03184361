import { describe, expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches, emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import { isDisputed, leavePiece, takenOf, takePiece } from './curation-edits.ts';

const box = (id: string, x2: number): Instance => ({
  id,
  type: 'bbox',
  classId: 1,
  className: 'Car',
  attributes: [],
  points: { x1: 0, y1: 0, x2, y2: 10 },
});
const version = (...instances: readonly Instance[]): ItemVersion => ({
  document: { ...emptyDocument('a'), instances },
  mask: undefined,
});
const after = (now: ItemVersion, patches: ReturnType<typeof leavePiece>): ItemVersion => ({
  ...now,
  document: applyPatches(now.document, patches),
});
const byId = ({ document }: ItemVersion): ReadonlyMap<string, Instance> =>
  new Map(document.instances.map(each => [each.id, each]));
const itself = (id: string): string => id;

describe('a piece that is taken', () => {
  const [one, other] = [box('a', 10), box('b', 12)];
  const works = [version(one), version(other), version()];
  const things = [one, other, undefined];

  it('should become what one person made, and then what another one did, in the same place', () => {
    let now = version(box('x', 99));
    expect(takenOf(things, works, now, byId(now))).toEqual({ kind: 'nothing' });
    now = after(now, takePiece(things, 0, works[0]!, now, itself)!);
    expect(takenOf(things, works, now, byId(now))).toEqual({ kind: 'person', person: 0, id: 'a' });
    now = after(now, takePiece(things, 1, works[1]!, now, itself)!);
    expect(takenOf(things, works, now, byId(now))).toEqual({ kind: 'person', person: 1, id: 'a' });
    expect(now.document.instances).toHaveLength(2);
    now = after(now, leavePiece(things, now));
    expect(now.document.instances.map(each => each.id)).toEqual(['x']);
    expect(leavePiece(things, now)).toEqual([]);
  });

  it('should be known as changed when the reviewer has changed it since, and as taken when it was only approved', () => {
    const changed = version({ ...one, points: { x1: 5, y1: 0, x2: 10, y2: 10 } });
    expect(takenOf(things, works, changed, byId(changed))).toEqual({ kind: 'changed', id: 'a' });
    const approved = version({ ...one, error: false });
    expect(takenOf(things, works, approved, byId(approved))).toEqual({ kind: 'person', person: 0, id: 'a' });
  });

  it('should replace what answers the same component of a form', () => {
    const value = (text: string): Instance => ({
      id: 'text',
      type: 'tag',
      classId: 1,
      className: 'text',
      attributes: [],
      element_path: ['text'],
      value: text,
    });
    const answers = [value('yes'), value('no')];
    const now = version(value('maybe'));
    expect(takenOf(answers, [version(answers[0]!), version(answers[1]!)], now, byId(now))).toEqual({
      kind: 'changed',
      id: 'text',
    });
    expect(after(now, takePiece(answers, 1, version(answers[1]!), now, itself)!).document.instances).toMatchObject([
      { id: 'text', value: 'no' },
    ]);
  });

  it('should lead to what its ends have become, and wait for them', () => {
    const link: Instance = {
      id: 'l',
      type: 'relationship',
      classId: 2,
      className: 'knows',
      attributes: [],
      from: 's1',
      to: 's2',
    };
    const now = version();
    expect(takePiece([link], 0, version(link), now, id => (id === 's1' ? 'taken' : undefined))).toBeUndefined();
    expect(
      after(
        now,
        takePiece([link], 0, version(link), now, id => `${id} taken`)!,
      ).document.instances,
    ).toMatchObject([{ id: 'l', from: 's1 taken', to: 's2 taken' }]);
  });
});

it('should be disputed what somebody lacks or what is not alike enough', () => {
  const piece = (things: (string | null)[], likeness: number): Parameters<typeof isDisputed>[0] => ({
    label: '',
    things,
    best: 0,
    likeness,
  });
  expect(isDisputed(piece(['a', 'b'], 0.9), 2, 0.8)).toBe(false);
  expect(isDisputed(piece(['a', 'b'], 0.7), 2, 0.8)).toBe(true);
  expect(isDisputed(piece(['a', null], 1), 2, 0.8)).toBe(true);
});
