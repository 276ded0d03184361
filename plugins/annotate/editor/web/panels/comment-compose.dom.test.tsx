import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { CommentDrafts } from '../frame/comment-drafts.ts';
import { CommentCompose } from './comment-compose.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();
// Fields that grow with their text follow the fonts of the page, which this document has none of.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** A comment that is being written, the keys that reach the editor around it, and what became of it. */
function compose(drafts = new CommentDrafts()): {
  readonly sent: string[];
  readonly cancelled: () => number;
  readonly around: string[];
  type(text: string): void;
  key(key: string, ctrlKey?: boolean): void;
  text(): string;
  done(): void;
} {
  document.body.innerHTML = '<main></main>';
  const [sent, around]: [string[], string[]] = [[], []];
  let cancelled = 0;
  const listen = (event: KeyboardEvent): void => void around.push(event.key);
  window.addEventListener('keydown', listen);
  const root = createRoot(document.querySelector('main')!);
  act(() =>
    root.render(
      <MantineProvider>
        <CommentCompose
          label="New comment"
          action="Comment"
          people={[{ email: 'ana@north.test', name: 'Ana North' }]}
          draft={drafts.of(1)}
          onSend={text => sent.push(text)}
          onCancel={() => (cancelled += 1)}
        />
      </MantineProvider>,
    ),
  );
  const field = (): HTMLTextAreaElement => document.querySelector('textarea[aria-label]')!;
  return {
    sent,
    around,
    cancelled: () => cancelled,
    text: () => field().value,
    type: text =>
      act(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), text);
        field().dispatchEvent(new Event('input', { bubbles: true }));
      }),
    key: (key, ctrlKey = false) =>
      act(
        () =>
          void field().dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })),
      ),
    done: () => {
      act(() => root.unmount());
      window.removeEventListener('keydown', listen);
    },
  };
}

it('should keep a written comment at Escape, and end an empty one', () => {
  const writing = compose();
  writing.type('Look here');
  writing.key('Escape');
  expect([writing.text(), writing.cancelled(), writing.around]).toEqual(['Look here', 0, []]);
  writing.type('');
  writing.key('Escape');
  expect(writing.cancelled()).toBe(1);
  writing.done();
});

it('should send at Ctrl+Enter, and leave the item where it is', () => {
  const writing = compose();
  writing.type('Look here');
  writing.key('Enter', true);
  expect([writing.sent, writing.around]).toEqual([['Look here'], []]);
  writing.done();
});

it('should complete a name after @ by keys, which neither send nor leave the comment', () => {
  const writing = compose();
  writing.type('Look @an');
  expect(document.querySelector('[role="option"]')?.textContent).toContain('Ana North');
  writing.key('Enter');
  expect([writing.text(), writing.sent, writing.around]).toEqual(['Look @Ana North ', [], []]);
  writing.type('Look @an');
  writing.key('Escape');
  expect([document.querySelector('[role="option"]'), writing.cancelled()]).toEqual([null, 0]);
  writing.done();
});

it('should keep a written comment while its panel is closed, until it is sent or cancelled', () => {
  const drafts = new CommentDrafts();
  const first = compose(drafts);
  first.type('Look here');
  first.done();
  const second = compose(drafts);
  expect(second.text()).toBe('Look here');
  second.key('Enter', true);
  second.done();
  expect(second.sent).toEqual(['Look here']);
  const third = compose(drafts);
  expect(third.text()).toBe('');
  third.type('No');
  act(() => [...document.querySelectorAll('button')].find(each => each.textContent === 'Cancel')!.click());
  third.done();
  expect(drafts.of(1).text).toBe('');
});
