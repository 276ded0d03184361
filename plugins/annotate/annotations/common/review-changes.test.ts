import { describe, expect, it } from 'vitest';
import type { ReviewRightsOfCaller, StoredReview } from './review-changes.ts';
import { messageKey, reviewIssues, withoutNewApprovals } from './review-changes.ts';

const ANN = 'ann@example.com';
const QUINN = 'quinn@example.com';
const annotator: ReviewRightsOfCaller = { email: ANN, approve: false, resolve: false, remove: false };
const reviewer: ReviewRightsOfCaller = { email: QUINN, approve: true, resolve: true, remove: true };
const message = (email: string, text = 'words'): object => ({ text, email, createdAt: '2026-01-01T00:00:00.000Z' });
const thread = (id: string | undefined, emails: readonly string[], change: object = {}): Record<string, unknown> => ({
  ...(id === undefined ? {} : { id }),
  x: 1,
  y: 1,
  resolved: false,
  correspondence: emails.map(each => message(each)),
  ...change,
});
const stored = (change: Partial<StoredReview> = {}): StoredReview => ({ comments: [], approvals: {}, ...change });
const paths = (before: StoredReview, document: Record<string, unknown>, caller = annotator): readonly string[] =>
  reviewIssues(before, { instances: [], comments: [], ...document }, caller).map(each => each.path);

describe('decisions on objects', () => {
  const before = stored({ approvals: { good: false, bad: true } });
  const objects = (good: unknown, bad: unknown): Record<string, unknown> => ({
    instances: [
      { id: 'good', error: good },
      { id: 'bad', error: bad },
    ],
  });

  it('should be a reviewer’s, but an approval goes with any edit', () => {
    expect(paths(before, objects(false, true))).toEqual([]);
    expect(paths(before, objects(null, true))).toEqual([]);
    expect(paths(before, objects(false, null))).toEqual(['instances[1].error']);
    expect(paths(before, objects(true, false))).toEqual(['instances[0].error', 'instances[1].error']);
    expect(paths(before, objects(true, null), reviewer)).toEqual([]);
  });

  it('should not come with objects that are new', () => {
    const document = { instances: [{ id: 'good', error: false }, { id: 'copy', error: false }, { id: 'plain' }] };
    expect(withoutNewApprovals(document, before)).toEqual({
      instances: [{ id: 'good', error: false }, { id: 'copy', error: null }, { id: 'plain' }],
    });
    expect(withoutNewApprovals({ instances: 'none' }, before)).toEqual({ instances: 'none' });
  });
});

describe('comments', () => {
  it('should be deleted by their author or by right', () => {
    expect(paths(stored({ comments: [thread('1', [ANN])] }), {})).toEqual([]);
    expect(paths(stored({ comments: [thread('1', [QUINN])] }), {})).toEqual(['comments']);
    expect(paths(stored({ comments: [thread('1', [ANN])] }), {}, reviewer)).toEqual([]);
  });

  it('should be resolved by their author or by right', () => {
    const resolved = (by: string, caller = annotator): readonly string[] =>
      paths(stored({ comments: [thread('1', [by])] }), { comments: [thread('1', [by], { resolved: true })] }, caller);
    expect(resolved(ANN)).toEqual([]);
    expect(resolved(QUINN)).toEqual(['comments[0].resolved']);
    expect(resolved(ANN, reviewer)).toEqual([]);
  });

  it('should have messages that nobody else changes or writes', () => {
    const before = stored({ comments: [thread('1', [ANN, QUINN])] });
    expect(paths(before, { comments: [thread('1', [ANN, QUINN, ANN])] })).toEqual([]);
    expect(paths(before, { comments: [thread('1', [ANN])] })).toEqual(['comments[0].correspondence']);
    expect(paths(before, { comments: [thread('1', [QUINN])] })).toEqual([]);
    expect(paths(before, { comments: [thread('1', [ANN, QUINN, QUINN])] })).toEqual([
      'comments[0].correspondence.email',
    ]);
    expect(paths(before, { comments: [thread('1', [ANN, QUINN]), thread('2', [QUINN])] })).toEqual([
      'comments[1].correspondence[0].email',
    ]);
    expect(
      paths(before, {
        comments: [{ ...thread('1', []), correspondence: [message(ANN), message(QUINN, 'other words')] }],
      }),
    ).toEqual(['comments[0].correspondence', 'comments[0].correspondence.email']);
  });

  it('should come back as they were by undo, whoever wrote them', () => {
    const earlier = new Set([messageKey(message(QUINN) as never)]);
    expect(paths(stored({ earlier }), { comments: [thread('1', [QUINN])] })).toEqual([]);
    expect(
      paths(stored({ earlier }), {
        comments: [{ ...thread('1', []), correspondence: [message(QUINN, 'never said')] }],
      }),
    ).toEqual(['comments[0].correspondence[0].email']);
  });

  it('should be known again although an upload gave them no id', () => {
    expect(paths(stored({ comments: [thread(undefined, [QUINN])] }), { comments: [thread('fresh', [QUINN])] })).toEqual(
      [],
    );
  });
});
