import { act, useState } from 'react';
import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { OptionsEditor } from './options-editor.tsx';

const draw = drawnPage();
let options: readonly { readonly value: string; readonly checked: boolean }[];

function Edited({ single }: { readonly single: boolean }): JSX.Element {
  const [value, setValue] = useState(options);
  const change = (next: typeof options): void => {
    options = next;
    setValue(next);
  };
  return <OptionsEditor single={single} value={value} onChange={change} onDone={() => undefined} />;
}
async function open(values: readonly string[], single = true): Promise<void> {
  options = values.map(value => ({ value, checked: false }));
  await draw(<Edited key={values.join()} single={single} />);
}
const values = (): readonly string[] => options.map(each => each.value);
const labelled = (name: string): HTMLElement => document.querySelector(`[aria-label="${name}"]`)!;
const paste = (at: string, text: string): Promise<void> =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    labelled(at).dispatchEvent(event);
  });
const key = (at: string, name: string): Promise<void> =>
  act(async () => void labelled(at).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));

it('should make an option of each line that is pasted, once, the first in place of an empty one', async () => {
  await open(['']);
  await paste('Option 1', 'A\nB\r\nB\n\nTie');
  expect(values()).toEqual(['A', 'B', 'Tie']);
  await paste('Option 1', 'A\nNeither\nBoth');
  expect(values()).toEqual(['A', 'Neither', 'Both', 'B', 'Tie']);
});

it('should add one below by Enter, and take an empty one away by Backspace', async () => {
  await open(['A', 'B']);
  await key('Option 1', 'Enter');
  expect(values()).toEqual(['A', 'Option 3', 'B']);
  await open(['A', '']);
  await key('Option 2', 'Backspace');
  expect(values()).toEqual(['A']);
});

it('should be put in another order by the arrow keys, and be removed', async () => {
  await open(['A', 'B', 'Tie']);
  const grip = [...document.querySelectorAll<HTMLElement>('button')].find(each =>
    each.ariaLabel?.startsWith('Move Tie'),
  );
  await act(async () => void grip!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })));
  expect(values()).toEqual(['A', 'Tie', 'B']);
  await act(async () => labelled('Remove Tie').click());
  expect(values()).toEqual(['A', 'B']);
});

it('should begin with one of them at most where one is chosen, else with several', async () => {
  const begins = async (name: string): Promise<void> =>
    act(async () =>
      document
        .querySelector<HTMLElement>(
          `input[type=radio][aria-label*="${name}"],input[type=checkbox][aria-label*="${name}"]`,
        )!
        .click(),
    );
  const checked = (): readonly string[] => options.filter(each => each.checked).map(each => each.value);
  await open(['Left', 'Right']);
  await begins('Left');
  await begins('Right');
  expect(checked()).toEqual(['Right']);
  await open(['Upper', 'Lower'], false);
  await begins('Upper');
  await begins('Lower');
  expect(checked()).toEqual(['Upper', 'Lower']);
});
