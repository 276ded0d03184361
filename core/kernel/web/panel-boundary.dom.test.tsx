import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PanelBoundary } from './panel-boundary.tsx';

afterEach(() => void vi.restoreAllMocks());

test('should keep a throwing panel to its place, tell of it, and draw it again when asked', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia ??= (() => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })) as never;
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let broken = true;
  const told: unknown[] = [];
  const Torn = (): JSX.Element => {
    if (broken) throw new Error('torn panel');
    return <p>whole</p>;
  };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<MantineProvider><p>beside</p><PanelBoundary onFault={error => told.push(error)}><Torn /></PanelBoundary></MantineProvider>));
  expect(place.textContent).toContain('beside');
  expect(place.querySelector('[role=alert]')?.textContent).toContain('torn panel');
  expect(told).toMatchObject([{ message: 'torn panel' }]);
  broken = false;
  await act(async () => place.querySelector('button')!.click());
  expect(place.textContent).toContain('whole');
  await act(async () => root.unmount());
});
