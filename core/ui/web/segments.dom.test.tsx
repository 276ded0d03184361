import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { JSX } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Segments } from './segments.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const data = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
] as const;
let root: ReturnType<typeof createRoot>;

function draw(element: JSX.Element): HTMLInputElement[] {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  act(() => root.render(element));
  return [...place.querySelectorAll('input')];
}

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function View({ onChosen }: { readonly onChosen: (value: string) => void }): JSX.Element {
  const [value, setValue] = useState<'cards' | 'table'>('cards');
  return (
    <Segments
      aria-label="View"
      data={data}
      value={value}
      onChange={next => {
        setValue(next);
        onChosen(next);
      }}
    />
  );
}

it('should be a named group of which one is chosen', () => {
  const chosen = vi.fn();
  const inputs = draw(<View onChosen={chosen} />);
  expect(document.querySelector('[role=radiogroup]')?.getAttribute('aria-label')).toBe('View');
  expect(inputs.map(each => each.checked)).toEqual([true, false]);
  act(() => inputs[1]!.closest('label')!.click());
  expect(chosen.mock.calls).toEqual([['table']]);
  expect(inputs.map(each => each.checked)).toEqual([false, true]);
  expect(inputs.map(each => each.closest('label')!.dataset['active'])).toEqual([undefined, 'true']);
});

it('should stay at what its owner keeps', () => {
  const inputs = draw(<Segments aria-label="View" data={data} value="cards" onChange={() => undefined} />);
  act(() => inputs[1]!.closest('label')!.click());
  expect(inputs.map(each => each.checked)).toEqual([true, false]);
});

it('should choose nothing while it is disabled', () => {
  const chosen = vi.fn();
  const inputs = draw(<Segments aria-label="View" data={data} value="cards" onChange={chosen} disabled />);
  act(() => inputs[1]!.closest('label')!.click());
  expect(chosen).not.toHaveBeenCalled();
});
