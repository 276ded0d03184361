import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import { QueryBar } from './query-bar.tsx';

const draw = drawnPage();

it('should warn of a name that does not exist, and run the query with a similar one', async () => {
  const query = 'instance(className = Carr)';
  const warning = {
    code: 'UNKNOWN_VALUE',
    message: 'Class “Carr” does not exist. Did you mean “Car”?',
    from: 21,
    to: 25,
    suggestions: ['Car'],
  };
  const container = new Container();
  container
    .bind(ExploreClient)
    .toConstantValue({ searches: { parse: async () => ({ warnings: [warning], errors: [] }) } } as never);
  const onRun = vi.fn();
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <QueryBar projectId={5} query={query} problems={[]} onRun={onRun} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() =>
    act(async () => expect(document.querySelector('[role=status]')?.textContent).toContain(warning.message)),
  );
  const cure = [...document.querySelectorAll('button')].find(each => each.textContent === 'Car')!;
  await act(async () => cure.click());
  expect(onRun).toHaveBeenCalledWith('instance(className = Car)');
});

it('should mark what is wrong with a refused query, and run it with what fits instead', async () => {
  const query = 'instance(clasName = Car)';
  const problem = {
    code: 'UNKNOWN_FIELD' as const,
    message: 'There is no field “clasName”.',
    from: 9,
    to: 17,
    suggestions: ['className'],
  };
  const container = new Container();
  container.bind(ExploreClient).toConstantValue({ searches: {} } as never);
  const onRun = vi.fn();
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <QueryBar projectId={5} query={query} problems={[problem]} onRun={onRun} />
      </PluginScope>
    </QueryClientProvider>,
  );
  const field = document.querySelector('input')!;
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const shown = document.querySelector('[role=alert]')!;
  expect(field.getAttribute('aria-describedby')).toBe(shown.id);
  expect(shown.querySelector('mark')?.textContent).toBe('clasName');
  await act(async () => shown.querySelector('button')!.click());
  expect(onRun).toHaveBeenCalledExactlyOnceWith('instance(className = Car)');
});
