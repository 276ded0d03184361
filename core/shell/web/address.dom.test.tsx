import { useEffect } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useBlocker } from 'react-router-dom';
import { expect, test } from 'vitest';
import { openAddress } from './address.ts';

/** Answer to the question whether to leave; undefined leaves at once. */
let answer: Promise<boolean> | undefined;

function Form(): JSX.Element {
  const blocker = useBlocker(() => answer !== undefined);
  useEffect(() => {
    if (blocker.state === 'blocked') void answer!.then(yes => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return <p>form</p>;
}

test('should report to the caller of a navigation whether the person went along', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '/slow', loader: () => new Promise(resolve => setTimeout(() => resolve(null), 20)), element: <Form /> },
  ]);
  const address = openAddress();
  address.follow(router);
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  await expect.poll(() => place.textContent).toBe('form');
  const visit = (path: string): Promise<boolean> => address.navigation.visit(path);
  const later = (yes: boolean): Promise<boolean> => new Promise(resolve => setTimeout(() => resolve(yes), 20));
  expect([await visit('/slow'), router.state.location.pathname]).toEqual([true, '/slow']);
  answer = later(false);
  expect([await visit('/'), router.state.location.pathname]).toEqual([false, '/slow']);
  answer = later(true);
  expect([await visit('/'), router.state.location.pathname]).toEqual([true, '/']);
  // Another router takes the place of one that is still asked: nobody waits for it for ever.
  answer = new Promise(() => undefined);
  const waiting = visit('/slow');
  address.follow(createMemoryRouter([{ path: '/', element: null }]));
  expect(await waiting).toBe(true);
  root.unmount();
});
