import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import { QuestionNote } from './question-note.tsx';
import { useQuestion } from './use-question.ts';

const draw = drawnPage();
const onRun = vi.fn();

/** Asks a question that is answered like this, and returns what is said about it. */
async function asked(question: string, answer: object): Promise<string> {
  onRun.mockClear();
  const ask = vi.fn(async () => answer);
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ searches: { ask } } as never);
  const Asking = (): JSX.Element => {
    const { asked: found, ask: put, forget } = useQuestion(5);
    return (
      <>
        <button onClick={() => put(question, onRun)}>Ask</button>
        {found === undefined ? undefined : <QuestionNote asked={found} onRun={onRun} onClose={forget} />}
      </>
    );
  };
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Asking />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => document.querySelector('button')!.click());
  await vi.waitFor(() => act(async () => expect(document.querySelector('[role=status]')).not.toBeNull()));
  expect(ask).toHaveBeenCalledExactlyOnceWith({ query: { project_id: 5 }, body: { question } });
  return document.querySelector('[role=status]')!.textContent;
}

it('should run the query of a question that was understood, and say that it was translated', async () => {
  const query = 'instanceCount(className = Car) >= 2';
  const note = await asked('two cars', { understood: true, query, message: null });
  expect(note).toBe('“two cars” was translated into the query above.');
  expect(onRun).toHaveBeenCalledExactlyOnceWith(query);
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Close the note"]')!.click());
  await vi.waitFor(() => act(async () => expect(document.querySelector('[role=status]')).toBeNull()));
});

it('should leave a random sample to be run by the person who has seen its query', async () => {
  const note = await asked('some of them', { understood: true, query: 'RANDOM 5', message: null });
  expect(note).toContain('Press Enter to run it.');
  expect(onRun).not.toHaveBeenCalled();
});

it('should say what it did not understand, and run the rest only when asked to', async () => {
  const query = 'instance(className = Car)';
  const note = await asked('shiny cars', { understood: false, query, message: 'Not understood: “shiny”.' });
  expect(note).toContain('Not understood: “shiny”. Rephrase the question');
  expect(onRun).not.toHaveBeenCalled();
  const rest = [...document.querySelectorAll('button')].find(each => each.textContent.includes(query))!;
  expect(rest.textContent).toBe(`Run what was understood: ${query}`);
  await act(async () => rest.click());
  expect(onRun).toHaveBeenCalledExactlyOnceWith(query);
});
