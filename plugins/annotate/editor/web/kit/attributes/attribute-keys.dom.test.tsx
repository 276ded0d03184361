import { beforeEach, describe, expect, it } from 'vitest';
import { attributeKey, enterForm, leaveForm } from './attribute-keys.ts';

const form = (): HTMLElement => document.querySelector('section')!;
const input = (id: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#${id}`)!;
const press = (
  key: string,
  held: Partial<Pick<KeyboardEvent, 'ctrlKey' | 'shiftKey'>> = {},
): ReturnType<typeof attributeKey> =>
  attributeKey(form(), {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    target: document.activeElement,
    ...held,
  });

describe('the keys of the attributes', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <div data-stage><div role="application" tabindex="-1" id="stage"></div></div>
      <section>
        <input id="class" aria-expanded="false">
        <div role="group"><input type="checkbox" id="red"><input type="checkbox" id="green"></div>
        <div role="group"><input type="checkbox" id="wheel"><input type="checkbox" id="door"></div>
        <div role="group"><textarea id="note"></textarea></div>
      </section>`;
    enterForm(form());
  });

  it('begin at the first attribute, and go to the next option and group by the arrows', () => {
    expect(document.activeElement!.id).toBe('red');
    for (const [key, id] of [
      ['ArrowRight', 'green'],
      ['ArrowRight', 'red'],
      ['ArrowDown', 'wheel'],
      ['ArrowLeft', 'door'],
      ['ArrowDown', 'note'],
    ] as const) {
      expect(press(key)).toBe('taken');
      expect(document.activeElement!.id).toBe(id);
    }
    expect(press('ArrowUp')).toBeUndefined();
  });

  it('choose an option by its digit', () => {
    expect(press('2')).toBe('taken');
    expect([input('red').checked, input('green').checked]).toEqual([false, true]);
    expect(press('9')).toBe('taken');
    expect(press('2', { ctrlKey: true })).toBeUndefined();
  });

  it('go back to the picture by Enter and Esc, but not out of an open list or for a new line', () => {
    expect(press('Enter')).toBe('leave');
    expect(press('Escape')).toBe('leave');
    input('note').focus();
    expect(press('1')).toBeUndefined();
    expect(press('Enter', { shiftKey: true })).toBeUndefined();
    expect(press('Enter')).toBe('leave');
    input('class').focus();
    input('class').setAttribute('aria-expanded', 'true');
    expect([press('Enter'), press('Escape')]).toEqual([undefined, undefined]);
    leaveForm();
    expect(document.activeElement!.id).toBe('stage');
  });
});
