import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
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
