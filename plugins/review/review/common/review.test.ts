import { describe, expect, it } from 'vitest';
import type { Comment, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { approvalOf, approve, withoutStaleApproval } from './approval.ts';
import { firstReasons, MOST_REASONS, withReason } from './reasons.ts';
import { issuesOf, nextUnreviewed, reviewBlockers, walk } from './review-walk.ts';
import { versionBefore } from './version-before.ts';

const object = (id: string, change: Partial<Instance> = {}): Instance => ({
  id,
  type: 'bbox',
  classId: 1,
  attributes: [],
  ...change,
});
const by = { email: 'quinn@example.com', role: 'QA' };
const errors = (patches: readonly Patch[]): unknown =>
  Object.fromEntries(patches.map(each => [each.id, (each.after as Instance).error]));

describe('approving objects', () => {
  it('should mark them with who did it', () => {
    const [patch] = approve([object('a')], 'approved', by, new Date('2026-01-02T03:04:05.678Z'));
    expect(patch!.after).toMatchObject({ error: false, updatedBy: by, updatedAt: '2026-01-02T03:04:05.678Z' });
    expect(approvalOf(patch!.after as Instance)).toBe('approved');
  });

  it('should clear it where all have it already, and only there', () => {
    expect(errors(approve([object('a', { error: true })], 'disapproved', by))).toEqual({ a: null });
    expect(errors(approve([object('a', { error: true }), object('b')], 'disapproved', by))).toEqual({ b: true });
  });

  it('should leave tags alone, and reach locked objects', () => {
    expect(errors(approve([object('t', { type: 'tag' }), object('a', { locked: true })], 'approved', by))).toEqual({
      a: false,
    });
  });
});

describe('the approval of an object that is edited', () => {
  const edited = (before: Partial<Instance>, after: Partial<Instance>, more: readonly Patch[] = []): unknown =>
    errors(
      withoutStaleApproval([replaceInstance(object('a', before), object('a', { ...before, ...after })), ...more]).slice(
        0,
        1,
      ),
    );

  it('should go with geometry, class and attributes', () => {
    for (const after of [{ points: { x1: 1 } }, { classId: 2 }, { attributes: [{ id: 3 }] }])
      expect(edited({ error: false }, after)).toEqual({ a: null });
  });

  it('should go with paint', () => {
    expect(
      edited({ error: false }, { updatedAt: 'now' }, [{ collection: 'raster', id: '0 0', before: '', after: 'x' }]),
    ).toEqual({ a: null });
  });

  it('should stay with hiding and locking, and stay a disapproval', () => {
    expect(edited({ error: false }, { visible: false, locked: true })).toEqual({ a: false });
    expect(edited({ error: true }, { classId: 2 })).toEqual({ a: true });
  });

  it('should be what the edit itself says', () => {
    expect(edited({ error: false }, { error: true, classId: 2 })).toEqual({ a: true });
  });
});

describe('walking', () => {
  const objects = [
    object('a', { error: false }),
    object('b'),
    object('t', { type: 'tag' }),
    object('c'),
    object('d', { error: true }),
  ];

  it('should find the next object nobody has reviewed, round and round', () => {
    expect(nextUnreviewed(objects, undefined, 1)?.id).toBe('b');
    expect(nextUnreviewed(objects, 'b', 1)?.id).toBe('c');
    expect(nextUnreviewed(objects, 'c', 1)?.id).toBe('b');
    expect(nextUnreviewed(objects, 'b', -1)?.id).toBe('c');
    expect(nextUnreviewed(objects, undefined, -1)?.id).toBe('c');
    expect(nextUnreviewed([object('a', { error: false })], 'a', 1)).toBeUndefined();
    expect(nextUnreviewed([], undefined, 1)).toBeUndefined();
  });

  it('should go through disapproved objects and open threads, each once', () => {
    const thread = (id: string, change: object = {}): Comment => ({
      id,
      resolved: false,
      correspondence: [],
      ...change,
    });
    const issues = issuesOf(objects, [thread('1', { instanceId: 'd' }), thread('2'), thread('3', { resolved: true })]);
    expect(issues).toEqual([
      { kind: 'object', id: 'd' },
      { kind: 'thread', id: '2' },
    ]);
    expect(walk(issues, undefined, 1)?.id).toBe('d');
    expect(walk(issues, '2', 1)?.id).toBe('d');
    expect(walk(issues, undefined, -1)?.id).toBe('2');
    expect(walk([], 'x', 1)).toBeUndefined();
  });
});

describe('the version to compare with', () => {
  const versions = (...by_: readonly string[]): readonly { revision: number; updatedBy: string }[] =>
    by_.map((updatedBy, index) => ({ revision: by_.length - index, updatedBy }));

  it('should be the one before the last round of work', () => {
    expect(versionBefore(versions('quinn', 'quinn', 'ann', 'ann'))?.revision).toBe(2);
    expect(versionBefore(versions('ann', 'ann', 'ann'))?.revision).toBe(1);
    expect(versionBefore(versions('ann'))).toBeUndefined();
    expect(versionBefore([])).toBeUndefined();
  });
});

describe('reasons', () => {
  it('should offer what was used last, as many as there are digits', () => {
    expect(withReason(firstReasons, ' blurred ')[0]).toBe('blurred');
    expect(withReason(['a', 'B'], 'b')).toEqual(['b', 'a']);
    expect(withReason(['a'], '  ')).toEqual(['a']);
    expect(
      withReason(
        Array.from({ length: 9 }, (_, at) => `reason ${at}`),
        'new',
      ),
    ).toHaveLength(MOST_REASONS);
  });
});

describe('completing an item in review', () => {
  const instances = [
    object('a', { className: 'Car' }),
    object('b', { className: 'Car', error: true }),
    object('c', { className: 'Car', error: false }),
    object('t', { type: 'tag' }),
  ];

  it('should point at objects without a verdict and at disapproved ones', () => {
    expect(reviewBlockers(instances, 3, 5)).toEqual([
      { text: 'Car #1: not reviewed', place: { kind: 'object', id: 'a' } },
      { text: 'Car #2: disapproved', place: { kind: 'object', id: 'b' } },
    ]);
  });

  it('should ask for no verdicts before any other step', () => {
    expect(reviewBlockers(instances, 2, 5)).toEqual([]);
    expect(reviewBlockers(instances, 3, 4)).toEqual([]);
  });
});
