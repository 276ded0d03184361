import { subscribe } from 'valtio';
import type { EditorController } from './editor-controller.ts';

/** Longest wait, in milliseconds. */
const LONGEST_MS = 2_000;

/**
 * Resolves when the open item has been drawn and no other one is being opened, or when none is open; after some time in
 * any case.
 */
export function itemSettled(controller: EditorController): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      const { opening, editor, controller: now } = controller.state;
      const isOpen = now.phase === 'loading' || now.phase === 'ready';
      if (opening || (isOpen && editor === undefined)) return;
      end();
      void controller.drawn().then(resolve);
    };
    const end = (): void => {
      stop();
      clearTimeout(timer);
    };
    const stop = subscribe(controller.state, look);
    const timer = setTimeout(() => {
      end();
      resolve();
    }, LONGEST_MS);
    look();
  });
}
