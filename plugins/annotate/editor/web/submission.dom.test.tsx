import { describe, expect, it, vi } from 'vitest';
import type { Connection, Transport } from '#core/api/web/index.ts';
import type { EditorController } from './editor-controller.ts';
import type { AppHost } from './host/app-host.ts';
import { ItemActions } from './item-actions.ts';
import { EditorHooks } from './kit/editor-hooks.ts';
import type { OpenItem } from './kit/open-item.ts';
import type { ItemNavigation } from './queue/item-navigation.ts';
import type { ItemQueue } from './queue/item-queue.ts';
import type { NextItem } from './queue/next-item.ts';
import type { QueuedSteps } from './steps/queued-steps.ts';
import { Submission } from './submission.ts';

const IN_PROGRESS = 2;
const COMPLETED = 5;

/** A work in which a comment is open. */
const COMMENTED = {
  readOnly: false,
  classes: [],
  scene: { instances: [], comments: [{ id: 'c', resolved: false, correspondence: [{ text: 'Which side?' }] }] },
};

/** An open item whose next steps the server refuses one after the other; undefined takes a step. */
function editing(
  answers: (string | undefined)[],
  { session = { readOnly: true }, constraints = [] }: { session?: object; constraints?: readonly string[] } = {},
) {
  const sent: number[] = [];
  const refreshes: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const opened = (id: number) => ({
    item: { id, annotation_status: IN_PROGRESS },
    project: { id: 7 },
    status: { available: [COMPLETED], visible: [IN_PROGRESS, COMPLETED], constraints: { [COMPLETED]: constraints } },
    limits: { seesComments: true },
  });
  let isLeaving = false;
  const controller = {
    opened: opened(1),
    document: { name: 'the first' },
    state: { editor: undefined },
    statusName: String,
    handOver: () => ((isLeaving = true), { stayed: () => void (isLeaving = false) }),
    save: () => Promise.resolve(true),
    refresh: () => (isLeaving ? Promise.resolve() : new Promise<void>(resolve => refreshes.push(resolve))),
  };
  const transport = {
    async send(_: unknown, __: unknown, { body }: { readonly body: { selection: { item_ids: number[] } } }) {
      sent.push(...body.selection.item_ids);
      await new Promise<void>(resolve => waiting.push(resolve));
      const message = answers.shift();
      return { refused: message === undefined ? [] : [{ code: 'CONSTRAINT_FAILED', message }] };
    },
  };
  const hooks = new EditorHooks();
  const found = { go: vi.fn() };
  const actions = new ItemActions(
    transport as unknown as Transport,
    controller as unknown as EditorController,
    {} as AppHost,
    found as unknown as ItemNavigation,
    {} as ItemQueue,
    {} as OpenItem,
    hooks,
    { state: { online: true } } as unknown as Connection,
    {} as QueuedSteps,
  );
  // The item that follows is not loaded ahead, so that each step is awaited.
  vi.spyOn(actions, 'goAhead').mockReturnValue(false);
  const open = {
    get now() {
      return { opened: controller.opened, session };
    },
  };
  const submission = new Submission(
    controller as unknown as EditorController,
    actions,
    hooks,
    open as unknown as OpenItem,
    found as unknown as ItemNavigation,
    { find: () => Promise.resolve(2) } as unknown as NextItem,
  );
  /** Lets the server answer the call that waits for it. */
  const answer = async (): Promise<void> => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()!();
  };
  const openOther = (): void => {
    Object.assign(controller, { opened: opened(5), document: { name: 'the other' } });
  };
  return { submission, sent, refreshes, answer, openOther, found };
}

describe('Submission', () => {
  it('should submit again when asked right after a refusal was shown', async () => {
    const { submission, sent, refreshes, answer, found } = editing(['comments are open', undefined]);
    const first = submission.submit();
    await answer();
    await first;
    // The refusal is on the screen; what changed around the item is still being loaded.
    expect(submission.state.busy).toBe(false);
    const second = submission.submit();
    refreshes.shift()!();
    await answer();
    await second;
    expect(sent).toEqual([1, 1]);
    expect(found.go).toHaveBeenCalledWith(2);
  });

  it('should take a step once when asked again before it is answered', async () => {
    const { submission, sent, answer, found } = editing([undefined]);
    const presses = [submission.submit(), submission.submit()];
    await answer();
    await Promise.all(presses);
    expect(sent).toEqual([1]);
    expect(found.go).toHaveBeenCalledOnce();
  });

  it('should submit an item that was opened during the step of another one after it', async () => {
    const { submission, sent, answer, openOther, found } = editing([undefined, undefined]);
    const first = submission.submit();
    await vi.waitFor(() => expect(sent).toEqual([1]));
    openOther();
    const second = submission.submit();
    await answer();
    await answer();
    await Promise.all([first, second]);
    expect(sent).toEqual([1, 5]);
    expect(found.go).toHaveBeenCalledOnce();
  });

  it('should ask about what is left to do, and go on when it is asked again', async () => {
    const { submission, sent, answer } = editing([undefined], { session: COMMENTED });
    await submission.submit();
    expect([submission.state.asking, sent]).toEqual([COMPLETED, []]);
    const second = submission.submit();
    await answer();
    await second;
    expect(sent).toEqual([1]);
  });

  it('should not go on while something is left that the workflow asks for', async () => {
    const { submission, sent } = editing([], { session: COMMENTED, constraints: ['all_comments_resolved'] });
    await submission.submit();
    await submission.submit();
    expect([submission.state.asking, sent]).toEqual([COMPLETED, []]);
    expect(submission.isHeldUp(COMPLETED, submission.blockers(COMPLETED))).toBe(true);
  });
});
