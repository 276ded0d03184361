import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { stubMatchMedia } from './match-media.ts';

/**
 * Gives each test of a file an empty page with what Mantine's menus, dialogs and drawers need of a browser. Returns the
 * function that draws on it.
 */
export function drawnPage(): (content: ReactNode) => Promise<void> {
  let root: ReturnType<typeof createRoot>;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    stubMatchMedia();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = (): void => undefined;
        unobserve = (): void => undefined;
        disconnect = (): void => undefined;
      },
    );
    const element = document.createElement('div');
    // Files share a document, and one before may have left something in it.
    document.body.replaceChildren(element);
    root = createRoot(element);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  return content => act(async () => root.render(<MantineProvider env="test">{content}</MantineProvider>));
}

/** A guard against what hangs, far above what a busy machine needs. */
const GUARD = { timeout: 20_000 };

/** Waits until an element holds a text. */
export const shows = (text: string, selector = 'body'): Promise<void> =>
  vi.waitFor(() => act(async () => expect(document.querySelector(selector)?.textContent).toContain(text)), GUARD);

/** Clicks the last element of a selector that has a label or text, the one on top, once it is there. */
export const press = (name: string | RegExp, selector = 'button'): Promise<void> =>
  vi.waitFor(
    () =>
      act(async () => {
        const found = [...document.querySelectorAll<HTMLElement>(selector)].findLast(each => {
          const label = each.ariaLabel ?? each.textContent;
          return typeof name === 'string' ? label === name : name.test(label);
        });
        expect(found, String(name)).toBeDefined();
        found!.click();
      }),
    GUARD,
  );
