// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { Editor } from './editor.tsx';

const kept = vi.hoisted(() => ({ service: undefined as unknown }));
vi.mock('#core/kernel/web/index.ts', async original => ({
  ...(await original<object>()),
  useService: () => kept.service,
  useTeam: () => ({ id: 1 }),
  useCan: () => true,
}));
vi.mock('./use-team-data.ts', () => ({
  useTeamData: () => ({ projects: [], statuses: [], plugins: [], actions: [], events: [] }),
}));
vi.mock('./palette.tsx', () => ({ Palette: () => undefined }));
vi.mock('./try-dialog.tsx', () => ({ TryDialog: () => undefined }));
vi.mock('./versions-dialog.tsx', () => ({ VersionsDialog: () => undefined }));
vi.mock('./secret-dialog.tsx', () => ({ SecretDialog: () => undefined }));
vi.mock('../canvas/pipeline-canvas.tsx', () => ({ default: () => undefined }));

const graph: PipelineGraph = {
  nodes: [
    { kind: 'event', id: 'event1', type: 'item c', settings: {}, scope: { all: true, projects: [] }, x: 0, y: 0 },
    { kind: 'action', id: 'action1', type: 'set_priority', settings: { priority: 7 }, x: 300, y: 0 },
  ],
  edges: [{ from: 'event1', to: 'action1' }],
};
const savePipeline = vi.fn(async ({ body }: { readonly body: object }) => ({ ...body, id: 5, version: 2 }));

/** Takes the keys of the editor. */
const give = vi.fn((_: { readonly layout: () => void }) => () => undefined);

let root: Root;
const settle = (): Promise<void> => act(async () => undefined);
const button = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(each => (each.ariaLabel ?? each.textContent) === name)!;
const press = (name: string): Promise<void> => act(async () => button(name).click());
const yaml = (): HTMLTextAreaElement => document.querySelector('textarea[aria-label="Pipeline as YAML"]')!;
const type = (text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(yaml(), text);
    yaml().dispatchEvent(new Event('input', { bubbles: true }));
  });
const asksBeforeLeaving = (): boolean => {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
};

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  vi.clearAllMocks();
  kept.service = { give, api: { savePipeline } };
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <Editor
              current={{ id: 5, version: 1, name: 'Urgent', description: '', graph }}
              enabled
              onEnable={() => undefined}
            />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await press('YAML');
});
afterEach(() => act(async () => root.unmount()));

it('should leave YAML as it is typed, with its comments, and save it once', async () => {
  const text = `# Agreed in May\n${yaml().value.replace('priority: 7', 'priority:   9')}`;
  await type(text);
  expect(yaml().value).toBe(text);
  await act(async () => {
    button('Save').click();
    button('Save').click();
  });
  await settle();
  expect(savePipeline).toHaveBeenCalledOnce();
  expect(JSON.stringify(savePipeline.mock.lastCall)).toContain('"priority":9');
  expect(yaml().value).toBe(text);
});

it('should keep YAML that can’t be read, and neither save without it nor leave without a question', async () => {
  await type(yaml().value.replace('Urgent', 'Most urgent'));
  expect(button('Save').disabled).toBe(false);
  const text = `${yaml().value}  - from: [`;
  await type(text);
  expect(button('Save').disabled).toBe(true);
  await press('YAML');
  expect(yaml()).toBeNull();
  expect(asksBeforeLeaving()).toBe(true);
  // The list of problems leads back to it.
  const [problem] = [...document.querySelectorAll('button')].filter(each => each.textContent?.startsWith('The YAML'));
  await act(async () => problem!.click());
  expect(yaml().value).toBe(text);
  // Nothing else takes its place.
  await act(async () => give.mock.lastCall![0].layout());
  expect(yaml().value).toBe(text);
  await act(async () => button('Discard these lines').click());
  expect(yaml().value).not.toContain('from: [');
  expect(button('Save').disabled).toBe(false);
});
