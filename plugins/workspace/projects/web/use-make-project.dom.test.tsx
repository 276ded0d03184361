import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ProjectsWebHooks } from './kit/projects-web-hooks.ts';
import { NewProjectStore } from './new-project-draft.ts';
import { ProjectsClient } from './projects-client.ts';
import { useMakeProject } from './use-make-project.ts';

const draw = drawnPage();

it('should create one project on a double click', async () => {
  const createProject = vi.fn(async () => ({ id: 9 }));
  const done = vi.fn();
  const store = new NewProjectStore();
  const Create = (): JSX.Element => {
    const { make, failure } = useMakeProject();
    return <button onClick={() => make(store.state.draft, done)}>{failure?.text ?? 'Create'}</button>;
  };
  const container = new Container();
  container.bind(ProjectsClient).toConstantValue({ projects: { createProject } } as never);
  container.bind(ProjectsWebHooks).toConstantValue({ newProjectParts: { promise: async () => [] } } as never);
  container.bind(NewProjectStore).toConstantValue(store);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }) } as never);
  store.enter(1, 1);
  store.change({ name: 'Streets' });
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Create />
      </PluginScope>
    </QueryClientProvider>,
  );
  const button = document.querySelector('button')!;
  await act(async () => {
    button.click();
    button.click();
  });
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(9, expect.anything(), undefined, expect.anything()));
  expect(createProject).toHaveBeenCalledOnce();
});
