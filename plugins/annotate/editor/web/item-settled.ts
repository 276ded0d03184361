import { subscribe } from 'valtio';
import type { EditorController } from './editor-controller.ts';

/** Longest wait, in milliseconds. */
const LONGEST_MS = 2_000;

/** Resolves when no item is being opened and the open one has been drawn; after some time in any case. */
export function itemSettled(controller: EditorController): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (controller.state.opening || controller.state.editor === undefined) return;
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
