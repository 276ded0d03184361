import { proxy, ref } from 'valtio';
import { expect, it } from 'vitest';
import type { EditorController } from '../editor-controller.ts';
import { FrameView } from './frame-view.ts';

/** The frame around an editor, and the way to open an item in it. */
function frame(): { readonly view: FrameView; open(itemId: number): void } {
  const state = proxy<Pick<EditorController['state'], 'controller'>>({ controller: ref({ phase: 'empty' }) });
  const view = new FrameView({ state } as unknown as EditorController);
  return { view, open: itemId => void (state.controller = ref({ phase: 'loading', itemId })) };
}

it('should leave a comment that is being written with its item, and bring it back there', () => {
  const { view, open } = frame();
  open(1);
  view.startComment({ x: 3, y: 4, instanceId: 'car' });
  view.drafts.of(1).keep('Look here');
  open(2);
  expect(view.state.comment).toBeUndefined();
  expect(view.drafts.of(2).text).toBe('');
  open(1);
  expect(view.state).toMatchObject({ comment: { x: 3, y: 4, instanceId: 'car' }, resumed: true });
  expect(view.drafts.of(1).text).toBe('Look here');
  view.startComment({ x: 5, y: 6 });
  expect(view.state.resumed).toBe(false);
});

it('should give up a comment without text, and the shown thread, when another item is opened', () => {
  const { view, open } = frame();
  open(1);
  view.startComment({ x: 3, y: 4 });
  view.showThread('a thread');
  open(2);
  open(1);
  expect([view.state.comment, view.state.thread]).toEqual([undefined, undefined]);
});
