import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { StoredTask } from '../../common/actions-api.ts';
import { blankAction } from '../../common/custom-action.ts';
import type { TestCase, TestDraft, TestOutcome } from '../../common/tests-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { TestsDialog } from './tests-dialog.tsx';

const draw = drawnPage();
const expected = { value: 3, writes: [{ type: 'set_priority', settings: { priority: 5 } }] } as const;
let saved: TestCase[];

/** A server that keeps tests, and whose code always gives what is expected above. */
const api = {
  listTestCases: async () => ({ data: saved }),
  createTestCase: vi.fn(async ({ body }: { readonly body: object }) => {
    saved = [...saved, { id: saved.length + 1, ...body } as TestCase];
  }),
  saveTestCase: vi.fn(
    async ({ params, body }: { readonly params: { readonly test_case_id: number }; readonly body: object }) => {
      saved = saved.map(each => (each.id === params.test_case_id ? { ...each, ...body } : each));
    },
  ),
  runTests: vi.fn(async ({ body }: { readonly body: { readonly tests: readonly TestDraft[] } }) => ({
    data: body.tests.map(
      ({ name, expected: wanted }) =>
        ({
          name,
          passed: wanted === null ? null : true,
          differences: [],
          ...expected,
          error: null,
          log: '',
          duration_ms: 1,
          memory_mb: null,
        }) as unknown as TestOutcome,
    ),
  })),
};

beforeEach(async () => {
  saved = [];
  vi.clearAllMocks();
  // Text areas that grow measure themselves again once fonts are there.
  if (document.fonts === undefined) Object.assign(document, { fonts: new EventTarget() });
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ tests: api } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <TestsDialog
          task={{ id: 3, name: 'Raise priority' } as StoredTask}
          draft={blankAction}
          onRefused={() => undefined}
          onClose={() => undefined}
        />
      </PluginScope>
    </QueryClientProvider>,
  );
});

it('should keep a new test, run it, and take what the code gave as what is expected', async () => {
  await shows('Tests of Raise priority');
  await press('New test');
  await shows('Save test');
  await act(async () => {
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input[maxlength="120"]')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Raises');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Save test');
  await vi.waitFor(() =>
    expect(api.createTestCase).toHaveBeenCalledWith({
      body: expect.objectContaining({ custom_task_id: 3, name: 'Raises', expected: null }),
    }),
  );
  await press('Run all');
  await shows('Ran', '[role=status]');
  await press('Expect this result');
  await shows('Passed', '[role=status]');
  expect(saved).toMatchObject([{ name: 'Raises', expected }]);
  expect(api.runTests.mock.lastCall![0].body.tests).toMatchObject([{ name: 'Raises', expected }]);
});
