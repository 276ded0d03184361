import { act, useState } from 'react';
import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { FieldValue, Template } from '../common/template.ts';
import { components } from '../common/template.ts';
import { FieldInput } from './field-input.tsx';

const draw = drawnPage();

/** Shows a field of Ana that keeps what is saved. Returns what it kept last. */
async function open(component: number, start: FieldValue | undefined): Promise<() => FieldValue | undefined> {
  const template = { id: 1, name: 'Level', component_id: component, component_payload: {} } as unknown as Template;
  let kept = start;
  const Field = (): JSX.Element => {
    const [value, setValue] = useState(start);
    const save = (next: FieldValue | undefined): void => setValue((kept = next));
    return <FieldInput template={template} of="Ana" value={value} readOnly={false} onSave={save} />;
  };
  await draw(<Field />);
  return () => kept;
}

/** Types over the content of an input as a person would. */
async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('should keep the focus in a field that is saved with Enter, and show the number as it was stored', async () => {
  const kept = await open(components.numeric, 2);
  const input = document.querySelector('input')!;
  await type(input, '3,50');
  await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(kept()).toBe(3.5);
  expect(document.activeElement).toBe(document.querySelector('input'));
  expect(document.querySelector('input')!.value).toBe('3.5');
});

it('should clear a field of yes or no', async () => {
  const kept = await open(components.boolean, false);
  await act(async () => document.querySelector<HTMLElement>('button[aria-label="Clear Level of Ana"]')!.click());
  expect(kept()).toBeUndefined();
  expect(document.querySelector('input')!.indeterminate).toBe(true);
  expect(document.querySelector('button')).toBeNull();
});
