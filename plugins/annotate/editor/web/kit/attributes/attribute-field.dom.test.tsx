import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { AttributeGroupType } from '#plugins/workspace/classes/common/index.ts';
import type { GroupValue } from '#plugins/annotate/annotations/common/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { AttributeField } from './attribute-field.tsx';
import { attributeKey } from './attribute-keys.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();
// Fields that grow with their text follow the fonts of the page, which this document has none of.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

let unmount = (): void => undefined;
afterEach(() => unmount());

/** A field in a form that gives the keyboard away at Enter and Escape, as the inspector does; lists what is written. */
function field(type: AttributeGroupType, value: GroupValue) {
  document.body.innerHTML = '<main></main>';
  const written: GroupValue[] = [];
  const root = createRoot(document.querySelector('main')!);
  act(() =>
    root.render(
      <MantineProvider>
        <section
          onKeyDown={event => {
            if (attributeKey(event.currentTarget, event.nativeEvent) === 'leave') input().blur();
          }}
        >
          <AttributeField
            group={{ id: 1, name: 'Note', group_type: type, attributes: [], isRequired: false } as never}
            value={value}
            mixed={false}
            missing={false}
            disabled={false}
            onChange={next => written.push(next)}
          />
        </section>
      </MantineProvider>,
    ),
  );
  unmount = () => act(() => root.unmount());
  const input = (): HTMLInputElement | HTMLTextAreaElement =>
    document.querySelector('[aria-label="Note"]:is(input, textarea)')!;
  const type_ = (text: string): void =>
    act(() => {
      input().focus();
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input()), 'value')!.set!.call(input(), text);
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (key: string): void =>
    act(() => void input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  return { written, type: type_, press, text: () => input().value };
}

for (const [type, before, typed, after] of [
  ['text', 'parked', 'moving', 'moving'],
  ['ocr', 'AB 1', 'CD 2', 'CD 2'],
  ['numeric', 3, '45', 45],
] as const) {
  it(`should write typed ${type} once at Enter, and drop it at Escape`, () => {
    const { written, type: write, press, text } = field(type, before);
    write(typed);
    press('Escape');
    expect([written, text()]).toEqual([[], String(before)]);
    write(typed);
    press('Enter');
    expect(written).toEqual([after]);
  });
}
