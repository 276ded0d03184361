// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import type { StoredTask } from '../../common/actions-api.ts';
import { blankAction } from '../../common/custom-action.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { ActionEditor } from './action-editor.tsx';

interface ShownSource {
  readonly shown: string;
  readonly onChange: (file: string, text: string) => void;
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

const kept = vi.hoisted(() => ({ source: undefined as unknown, service: undefined as unknown, toastError: vi.fn() }));
vi.mock('#core/ui/web/index.ts', async original => ({ ...(await original<object>()), toastError: kept.toastError }));
vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useService: () => kept.service,
  useTeam: () => ({ id: 1 }),
  useCan: () => true,
}));
vi.mock('../editor/use-team-data.ts', () => ({ useTeamData: () => ({ projects: [{ id: 1, name: 'Street' }] }) }));
vi.mock('../editor/item-chooser.tsx', () => ({
  ItemChooser: ({ onChange }: { readonly onChange: (project: number, items: ReadonlySet<number>) => void }) => (
    <button type="button" onClick={() => onChange(1, new Set([7]))}>
      Choose an item
    </button>
  ),
}));
vi.mock('./source-editor.tsx', () => ({
  SourceEditor: (props: ShownSource) => {
    kept.source = props;
    return <></>;
  },
}));

const task = {
  id: 3,
  name: 'Raise priority',
  description: '',
  revision: 1,
  deployed: null,
  draft_differs: true,
  draft: { ...blankAction, interpreter: 'python', files: [{ name: 'rules.py', text: 'def limit(:\n' }] },
} as unknown as StoredTask;
const refusal = (): Promise<never> =>
  Promise.reject(
    new Fault('CODE_INVALID', 'rules.py, line 1: invalid syntax', {
      status: 422,
      details: { problems: [{ file: 'rules.py', line: 1, column: 11, message: 'invalid syntax' }] },
    }),
  );
const refuse = vi.fn(refusal);

let root: Root;
/** Waits until what is asked for holds, and lets the page go on meanwhile. */
const until = (holds: () => void): Promise<void> => vi.waitFor(() => act(async () => holds()), { timeout: 20_000 });
const press = async (name: string): Promise<void> => {
  let found: HTMLButtonElement | undefined;
  await until(() => {
    found = [...document.querySelectorAll('button')].findLast(each => each.textContent === name && !each.disabled);
    if (found === undefined) throw new Error(`There is no button ${name}.`);
  });
  await act(async () => found!.click());
};
/** Presses again before the page has drawn anything. */
const pressTwice = (name: string): Promise<void> =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].findLast(each => each.textContent === name)!;
    found.click();
    found.click();
  });
const dialog = (): Element | null => document.querySelector('[role=dialog]');

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  // Text areas that grow measure themselves again once fonts are there.
  if (document.fonts === undefined) Object.assign(document, { fonts: new EventTarget() });
  vi.clearAllMocks();
  kept.service = {
    actions: {
      listSecrets: async () => ({ data: [] }),
      listRunners: async () => ({ packages: false }),
      deployCustomTask: refuse,
      testCustomTask: refuse,
    },
    tests: {
      listTestCases: async () => ({ data: [{ id: 1, name: 'Raises', event: {}, context: {}, expected: null }] }),
      runTests: refuse,
    },
  };
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MemoryRouter>
            <ActionEditor task={task} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it.each([
  ['a deployment', ['Deploy', 'Deploy']],
  ['a test', ['Test', 'Choose an item', 'Run']],
  ['the saved tests', ['Saved tests', 'Run all']],
])('should close the dialog of %s that was refused, and lead to the place of the problem', async (_, presses) => {
  for (const [at, name] of presses.entries()) {
    await until(() => expect(dialog() === null).toBe(at === 0));
    await press(name);
  }
  await until(() => expect(refuse).toHaveBeenCalledOnce());
  await until(() => expect(dialog()).toBeNull());
  expect(kept.source).toMatchObject({ shown: 'rules.py', place: { line: 1, column: 11 } });
  // Said by the list alone, also to those who hear it.
  expect(document.querySelector('[aria-label=Problems][aria-live=assertive]')?.textContent).toContain('invalid syntax');
  expect(kept.toastError).not.toHaveBeenCalled();
});

it('should leave with unsaved code only after a question, and take a name with spaces around it as saved', async () => {
  const field = document.querySelector<HTMLInputElement>('input')!;
  const type = (value: string): Promise<void> =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const asks = (): boolean => {
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    return closing.defaultPrevented;
  };
  await type(`${task.name} `);
  expect(asks()).toBe(false);
  await act(async () => (kept.source as ShownSource).onChange('rules.py', 'def limit():\n'));
  expect(asks()).toBe(true);
});

it('should save and deploy once by a double click', async () => {
  const save = vi.fn(async ({ body }: { readonly body: object }) => ({ ...task, ...body, revision: 2 }));
  const deploy = vi.fn(async () => ({ ...task, deployed: 1 }));
  Object.assign((kept.service as { readonly actions: object }).actions, {
    saveCustomTask: save,
    deployCustomTask: deploy,
  });
  await act(async () => (kept.source as ShownSource).onChange('rules.py', 'def limit():\n'));
  await pressTwice('Save draft');
  expect(save).toHaveBeenCalledOnce();
  expect(dialog()).toBeNull();
  await press('Deploy');
  await until(() => expect(dialog()).not.toBeNull());
  await pressTwice('Deploy');
  expect(deploy).toHaveBeenCalledOnce();
});
