// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act, useEffect } from 'react';
import type { JSX } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { FormClient } from '../form-client.ts';
import { BuilderStore } from './builder-store.ts';
import type { Publishing } from './use-publishing.ts';
import { usePublishing } from './use-publishing.ts';

const kept = vi.hoisted(() => ({ toast: vi.fn(), confirm: vi.fn() }));
vi.mock('#core/ui/web/index.ts', async original => ({
  ...(await original<object>()),
  toast: kept.toast,
  confirm: kept.confirm,
}));
vi.mock('#plugins/workspace/projects/web/kit/index.ts', () => ({ useProject: () => ({ id: 5 }) }));

const draw = drawnPage();
const bundle = vi.fn();
const save = vi.fn(async () => true);
const onScriptErrors = vi.fn();
const initial = { published: { components: [], code: [['__init__', 'const = 1;']] }, secrets: [] };
const error = { file: '__init__.ts', line: 1, column: 7, message: 'Expected identifier', severity: 'error' };
const seen = vi.fn();
const publishing = (): Publishing => seen.mock.lastCall![0] as Publishing;
let store: BuilderStore;

beforeEach(async () => {
  vi.clearAllMocks();
  store = new BuilderStore(initial as never);
  const container = new Container();
  container.bind(FormClient).toConstantValue({ builder: {} } as never);
  container.bind(Bundler).toConstantValue({ bundle } as never);
  const Published = (): JSX.Element => {
    const now = usePublishing({ initial: initial as never, store, saving: { save } as never, onScriptErrors });
    useEffect(() => void seen(now));
    return <button onClick={() => void now.ask()}>Publish</button>;
  };
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <Published />
      </PluginScope>
    </QueryClientProvider>,
  );
});
const checked = (): Promise<void> =>
  vi.waitFor(() => act(async () => expect([bundle.mock.calls.length, publishing().checking]).toEqual([1, false])));

it('should publish no script that does not compile, and lead to what is wrong with it', async () => {
  bundle.mockResolvedValue({ problems: [error], milliseconds: 3, code: undefined });
  await press('Publish');
  await checked();
  expect(kept.toast).toHaveBeenCalledExactlyOnceWith('The script does not compile. Fix it, then publish.', {
    tone: 'error',
  });
  expect(onScriptErrors).toHaveBeenCalledOnce();
  expect(publishing().scripts.compiled).toMatchObject([
    { script: '__init__', line: 1, message: 'Expected identifier' },
  ]);
  expect(publishing().edited).toBeUndefined();
});

it('should ask first where the code editor found errors of types only', async () => {
  bundle.mockResolvedValue({ problems: [], milliseconds: 3, code: 'x' });
  await act(async () => publishing().addFindings({ typed: [{ ...error, script: '__init__' } as never] }));
  kept.confirm.mockResolvedValue(false);
  await press('Publish');
  await checked();
  expect(kept.confirm.mock.lastCall).toMatchObject([{ title: 'Publish with type errors?' }]);
  expect(publishing().edited).toBeUndefined();
});

it('should go on to the last question with a script that compiles', async () => {
  bundle.mockResolvedValue({ problems: [], milliseconds: 3, code: 'x' });
  await press('Publish');
  await checked();
  expect(kept.confirm).not.toHaveBeenCalled();
  expect(publishing().edited).toBe(store.state.history.present);
});
