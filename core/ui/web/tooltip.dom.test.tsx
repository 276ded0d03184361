import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';
import { REST_MS, watchTooltips } from './watch-tooltips.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: ReturnType<typeof createRoot>;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  end = watchTooltips(document);
});

afterEach(() => {
  end();
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const draw = (element: JSX.Element): void => act(() => root.render(element));
const thing = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-name="${name}"]`)!;
const shown = (): string | undefined => document.querySelector('[role=tooltip]')?.textContent ?? undefined;
const point = (target: Element): void => void target.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
const press = (key: string): void =>
  void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const rest = (milliseconds = REST_MS): void => void vi.advanceTimersByTime(milliseconds);
const two = (
  <>
    <Tooltip label="Undo (Ctrl+Z)">
      <button type="button" data-name="undo" aria-label="Undo">
        <i data-name="icon" />
      </button>
    </Tooltip>
    <Tooltip label="Redo">
      <button type="button" data-name="redo" aria-label="Redo" />
    </Tooltip>
    <p data-name="plain" />
  </>
);

it('should be shown once the pointer has rested, on what is within its thing too, and go with the pointer', () => {
  draw(two);
  point(thing('icon'));
  rest(REST_MS - 1);
  expect(shown()).toBeUndefined();
  rest(1);
  expect(shown()).toBe('Undo (Ctrl+Z)');
  point(thing('plain'));
  expect(shown()).toBeUndefined();
});

it('should show one at a time, and none that the pointer only passed', () => {
  draw(two);
  point(thing('undo'));
  rest(REST_MS / 2);
  point(thing('redo'));
  rest(REST_MS / 2);
  expect(shown()).toBeUndefined();
  rest(REST_MS / 2);
  expect(shown()).toBe('Redo');
  expect(document.querySelectorAll('[role=tooltip]')).toHaveLength(1);
});

it('should describe its thing while it is shown, unless its name says the same', () => {
  draw(two);
  point(thing('undo'));
  rest();
  expect(thing('undo').getAttribute('aria-describedby')).toBe(document.querySelector('[role=tooltip]')!.id);
  point(thing('redo'));
  rest();
  expect(thing('undo').hasAttribute('aria-describedby')).toBe(false);
  expect(thing('redo').hasAttribute('aria-describedby')).toBe(false);
});

it('should end with a press, with Escape, with scrolling, and with its thing', async () => {
  draw(two);
  for (const ends of [
    () => thing('undo').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true })),
    () => press('Escape'),
    () => document.dispatchEvent(new Event('scroll')),
    () => draw(<p data-name="plain" />),
  ]) {
    point(thing('plain'));
    point(thing('undo'));
    rest();
    expect(shown()).toBe('Undo (Ctrl+Z)');
    ends();
    await Promise.resolve();
    expect(shown()).toBeUndefined();
  }
});

it('should say what has changed while it is shown', async () => {
  const copy = (label: string): JSX.Element => (
    <Tooltip label={label}>
      <button type="button" data-name="copy" />
    </Tooltip>
  );
  draw(copy('Copy'));
  point(thing('copy'));
  rest();
  draw(copy('Copied'));
  await Promise.resolve();
  expect(shown()).toBe('Copied');
});

it('should be shown at the focus that Tab moved, and not at one that came back', () => {
  draw(two);
  act(() => thing('undo').focus());
  rest();
  expect(shown()).toBeUndefined();
  press('Tab');
  act(() => thing('redo').focus());
  rest();
  expect(shown()).toBe('Redo');
  act(() => thing('redo').blur());
  expect(shown()).toBeUndefined();
});

it('should be shown at a tap where it is all that the thing has', () => {
  draw(
    <>
      <Tooltip label="Choose one" tap>
        <button type="button" data-name="about" />
      </Tooltip>
      <Tooltip label="Send">
        <button type="button" data-name="send" />
      </Tooltip>
    </>,
  );
  act(() => thing('send').click());
  rest();
  expect(shown()).toBeUndefined();
  act(() => thing('about').click());
  rest(0);
  expect(shown()).toBe('Choose one');
});

it('should leave its thing as it is where it says nothing', () => {
  draw(
    <>
      <Tooltip label="Not now" disabled>
        <button type="button" data-name="off" />
      </Tooltip>
      <Tooltip label="">
        <button type="button" data-name="empty" />
      </Tooltip>
    </>,
  );
  for (const name of ['off', 'empty']) {
    point(thing(name));
    rest();
    expect(shown()).toBeUndefined();
  }
});

it('should give its target the attributes around it, both references too', () => {
  const outer = vi.fn(),
    inner = vi.fn(),
    click = vi.fn(),
    own = vi.fn();
  draw(
    <Tooltip label="Menu" aria-haspopup="menu" title={undefined} onClick={click} ref={outer}>
      <button type="button" data-name="menu" title="kept" ref={inner} onClick={own} />
    </Tooltip>,
  );
  act(() => thing('menu').click());
  expect([click.mock.calls.length, own.mock.calls.length]).toEqual([1, 1]);
  expect(thing('menu').title).toBe('kept');
  expect(thing('menu').getAttribute('aria-haspopup')).toBe('menu');
  expect([outer.mock.calls[0]![0], inner.mock.calls[0]![0]]).toEqual([thing('menu'), thing('menu')]);
});

it('should handle no events once it is ended', () => {
  draw(two);
  end();
  point(thing('undo'));
  rest();
  expect(shown()).toBeUndefined();
});
