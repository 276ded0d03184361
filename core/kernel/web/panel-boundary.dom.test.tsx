import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PanelBoundary } from './panel-boundary.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

afterEach(() => void vi.restoreAllMocks());

test('should keep a throwing panel to its place, report it, and draw it again when asked', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let broken = true;
  const faults: unknown[] = [];
  const Torn = (): JSX.Element => {
    if (broken) throw new Error('torn panel');
    return <p>whole</p>;
  };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <p>beside</p>
        <PanelBoundary about={{}} onFault={error => faults.push(error)}>
          <Torn />
        </PanelBoundary>
      </MantineProvider>,
    ),
  );
  expect(place.textContent).toContain('beside');
  expect(place.querySelector('[role=alert]')?.textContent).toContain('torn panel');
  expect(faults).toMatchObject([{ message: 'torn panel' }]);
  broken = false;
  await act(async () => place.querySelector('button')!.click());
  expect(place.textContent).toContain('whole');
  await act(async () => root.unmount());
});

test('should draw a panel again that threw when it is about something else, and not before', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let drawn = 0;
  const Torn = ({ item }: { readonly item: number }): JSX.Element => {
    drawn++;
    if (item === 1) throw new Error('torn panel');
    return <p>item {item}</p>;
  };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (item: number, more: object = {}): Promise<void> =>
    act(async () =>
      root.render(
        <MantineProvider>
          <PanelBoundary about={{ item, ...more }} onFault={() => undefined}>
            <Torn item={item} />
          </PanelBoundary>
        </MantineProvider>,
      ),
    );
  await draw(1);
  expect(place.querySelector('[role=alert]')?.textContent).toContain('torn panel');
  const before = drawn;
  await draw(1);
  expect([drawn, place.querySelector('[role=alert]') === null]).toEqual([before, false]);
  await draw(2);
  expect([place.querySelector('p')?.textContent, place.querySelector('[role=alert]')]).toEqual(['item 2', null]);
  await draw(1);
  expect(place.querySelector('[role=alert]')?.textContent).toContain('torn panel');
  await draw(1, { side: 'left' });
  expect(drawn).toBeGreaterThan(before + 1);
  await act(async () => root.unmount());
});
