import { describe, expect, it } from 'vitest';
import { deleteMessage, reply, setResolved, startThread } from './comment-edits.ts';
import type { Comment } from './document.ts';
import { emptyDocument } from './document.ts';
import { applyPatches } from './edits.ts';

const ana = { email: 'ana@loupe.local', role: 'QA' };
const thread = startThread('Too wide', { x: 10.126, y: 5 }, ana).after as Comment;

describe('comments', () => {
  it('should begin with one message at a place of two decimals', () => {
    expect(thread).toMatchObject({
      x: 10.13,
      y: 5,
      resolved: false,
      correspondence: [{ text: 'Too wide', email: 'ana@loupe.local', role: 'QA' }],
    });
  });

  it('should take replies and be resolved', () => {
    const answered = reply(thread, 'Fixed', { email: 'b@c.d' }).after as Comment;
    expect(answered.correspondence.map(each => each.text)).toEqual(['Too wide', 'Fixed']);
    expect(setResolved(answered, true, ana).after).toMatchObject({ resolved: true, updatedBy: ana });
  });

  it('should go with their first message, and lose only a later one', () => {
    const answered = reply(thread, 'Fixed', ana).after as Comment;
    expect((deleteMessage(answered, 1, ana).after as Comment).correspondence).toHaveLength(1);
    expect(
      applyPatches({ ...emptyDocument('a'), comments: [answered] }, [deleteMessage(answered, 0, ana)]).comments,
    ).toEqual([]);
  });
});
