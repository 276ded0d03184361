import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { ChatLine } from '../../common/chat-turns.ts';
import { turnsOf } from '../../common/chat-turns.ts';
import { FormContext } from '../form-context.ts';
import type { ChatController } from '../models/chat-controller.ts';
import type { FormRun } from '../models/form-runs.ts';
import { ChatTurnView } from './chat-turn.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();

const says = (model: string, rank?: number): ChatLine => ({
  role: 'assistant',
  model,
  content: `I am ${model}`,
  ...(rank === undefined ? {} : { rank }),
});
const run = (key: string): FormRun => ({ key, text: '', since: 0, problem: undefined });

/** A turn in which some of the models of a blind chat have answered and others are at it; gives what was set. */
function show(
  answers: readonly ChatLine[],
  running: readonly string[],
): { readonly set: readonly ChatLine[][]; names(): readonly (string | null)[]; key(key: string): void; done(): void } {
  document.body.innerHTML = '<main></main>';
  const lines: readonly ChatLine[] = [{ role: 'user', content: 'Hi' }, ...answers];
  const set: ChatLine[][] = [];
  const models = ['Fast', 'Careful', 'Long'];
  const chat = {
    models,
    lines,
    keyOf: (_: number, model: string) => model,
    set: (next: ChatLine[]) => set.push(next),
    ask: () => undefined,
  } as unknown as ChatController;
  const runs = {
    get: (key: string) => (running.includes(key) ? run(key) : undefined),
    version: 0,
    onChange: () => () => undefined,
    dismiss: () => undefined,
  };
  const root = createRoot(document.querySelector('main')!);
  const field = { value: lines, readOnly: false, key: 'talk' } as never;
  act(() =>
    root.render(
      <MantineProvider>
        <FormContext value={{ runs } as never}>
          <ChatTurnView chat={chat} turn={turnsOf(lines)[0]!} at={0} last field={field} name="Talk" blind canAsk />
        </FormContext>
      </MantineProvider>,
    ),
  );
  return {
    set,
    names: () =>
      [...document.querySelectorAll('[role="group"][aria-label^="Answer "]')].map(each =>
        each.getAttribute('aria-label'),
      ),
    key: key =>
      act(
        () =>
          void document
            .querySelector('[aria-label="Answers to message 1"]')!
            .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    done: () => act(() => root.unmount()),
  };
}

it('should keep the letter of each answer when a later model answers first', () => {
  const shown = show([says('Careful')], ['Fast', 'Long']);
  expect(shown.names()).toEqual(['Answer A', 'Answer B', 'Answer C']);
  expect(document.querySelector('[aria-label="Answer B"]')!.textContent).toContain('I am Careful');
  shown.done();
});

it('should choose by the number of the letter, and not at all where that answer is still on its way', () => {
  const shown = show([says('Fast'), says('Long')], ['Careful']);
  shown.key('2');
  expect(shown.set).toEqual([]);
  shown.key('3');
  expect(shown.set).toEqual([[{ role: 'user', content: 'Hi' }, says('Fast', 2), { ...says('Long', 1), chosen: true }]]);
  shown.done();
});
