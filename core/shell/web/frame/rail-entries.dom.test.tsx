import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { RailEntries } from './rail-entries.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

const entry = (name: string, order: number) => ({
  id: `${name}.page`,
  title: name,
  icon: undefined,
  path: `/t/1/${name}`,
  order,
  section: undefined,
});
const entries = [...Array.from({ length: 15 }, (_, index) => entry(`made-${index}`, 0)), entry('team', 80)];

test('should draw what has a place, mark the open page in any place, and lead to the others', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  stubMatchMedia();
  const onMore = vi.fn<() => void>();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (pathname: string, collapsed: boolean) =>
    act(async () =>
      root.render(
        <MantineProvider>
          <MemoryRouter>
            <RailEntries entries={entries} pathname={pathname} collapsed={collapsed} onMore={onMore} />
          </MemoryRouter>
        </MantineProvider>,
      ),
    );
  const titles = () =>
    [...place.querySelectorAll('a')].map(each => each.getAttribute('aria-label') ?? each.textContent);
  await draw('/t/1/team/members', false);
  expect(titles()).toEqual([...entries.slice(0, 12).map(each => each.title), 'team']);
  expect(place.querySelector('[aria-current=page]')?.textContent).toBe('team');
  await act(async () => place.querySelector('button')!.click());
  expect(place.querySelector('button')?.textContent).toBe('3 more pages');
  expect(onMore).toHaveBeenCalledTimes(1);
  await draw('/t/1/made-13', true);
  expect(titles()).toEqual([...entries.slice(0, 12).map(each => each.title), 'made-13', 'team']);
  expect(place.querySelector('[aria-current=page]')?.getAttribute('aria-label')).toBe('made-13');
  expect(place.querySelector('button')?.getAttribute('aria-label')).toBe('2 more pages');
  await act(async () => root.unmount());
});
