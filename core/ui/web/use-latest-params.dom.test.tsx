import { act, useLayoutEffect } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useLatestParams } from './use-latest-params.ts';

const put =
  (name: string, value: string) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    next.set(name, value);
    return next;
  };

let late: ReturnType<typeof useLatestParams>[1] = () => undefined;
let early = (): void => undefined;
let after = (): void => undefined;

/** Runs before the page around it, of whose effects those of its parts come first. */
function Part({ shown }: { readonly shown: string }): null {
  useLayoutEffect(() => early(), [shown]);
  return null;
}

function Page(): JSX.Element {
  const [params, change] = useLatestParams();
  const shown = params.toString();
  useLayoutEffect(() => after(), [shown]);
  return (
    <>
      <p>{shown}</p>
      <Part shown={shown} />
      <button
        onClick={() => {
          change(() => new URLSearchParams());
          change(put('sort', 'name'));
          change(put('order', 'desc'));
        }}
      />
      <button onClick={() => change(put('order', 'asc'))} />
      <button
        onClick={() => {
          late = change;
        }}
      />
    </>
  );
}

test('should keep changes that follow one another before any is drawn, and follow who leads elsewhere', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?kind=old'] });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router} />));
  const [several, one, keep] = place.querySelectorAll('button');
  await act(async () => several!.click());
  expect(place.textContent).toBe('sort=name&order=desc');
  await act(async () => router.navigate('/?q=x'));
  await act(async () => one!.click());
  expect(place.textContent).toBe('q=x&order=asc');

  // A change drawn only after the next was made does not take that one back, also for who holds the way to change from
  // before.
  await act(async () => keep!.click());
  await act(async () => {
    late(put('a', '1'));
    early = () => {
      early = () => undefined;
      late(put('b', '2'));
    };
    after = () => {
      after = () => undefined;
      late(put('c', '3'));
    };
  });
  expect(place.textContent).toBe('q=x&order=asc&a=1&b=2&c=3');
  await act(async () => root.unmount());
});
