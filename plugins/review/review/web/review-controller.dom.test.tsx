import { expect, it } from 'vitest';
import type { Transport } from '#core/api/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { ReviewController } from './review-controller.ts';

const box: Instance = { id: 'a', type: 'bbox', classId: 1, attributes: [] };
const tag: Instance = { id: 'b', type: 'tag', classId: 2, attributes: [] };

/** A review of an item with these instances: the messages shown, and the approvals of the item that were sent. */
function reviewing(instances: readonly Instance[], objects?: { readonly complete: boolean }) {
  const shown: string[] = [];
  const sent: unknown[] = [];
  const session = {
    readOnly: false,
    objects,
    user: { email: 'quinn@north.test', role: 'QA' },
    scene: { instances, selected: [], selection: new Set() },
    notify: (text: string) => void shown.push(text),
    edit: (label: string) => void shown.push(label),
  };
  const opened = { item: { id: 5 }, project: { id: 7 } };
  const transport = {
    send: (_: unknown, __: unknown, { body }: { readonly body: { readonly change: unknown } }) => {
      sent.push(body.change);
      return Promise.resolve({ refused: [] });
    },
  };
  const open = { now: { session, opened }, refresh: () => Promise.resolve() };
  return { review: new ReviewController(transport as unknown as Transport, open as unknown as OpenItem), shown, sent };
}

it('should approve an item that has no objects itself', async () => {
  const { review, sent } = reviewing([tag]);
  await review.approve('approved');
  expect(sent).toEqual([{ kind: 'approval', value: 2 }]);
});

it('should ask why an item without objects is disapproved, and begin a thread about it', async () => {
  const { review, shown, sent } = reviewing([]);
  review.ask('objects');
  expect(review.state.asking).toBe('item');
  await review.give('Wrong answer');
  expect([sent, shown]).toEqual([[{ kind: 'approval', value: 1 }], ['Comment']]);
});

it('should ask for a selection where there are objects, or may be some that are not loaded', async () => {
  for (const { review, shown, sent } of [reviewing([box, tag]), reviewing([], { complete: false })]) {
    await review.approve('approved');
    review.ask('objects');
    const text = 'Select an object first, or go to the next unreviewed one.';
    expect([review.state.asking, shown, sent]).toEqual([undefined, [text, text], []]);
  }
});
