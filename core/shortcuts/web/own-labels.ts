import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { KeyboardLabels } from '../common/index.ts';

interface LayoutKeyboard {
  getLayoutMap(): Promise<Iterable<readonly [string, string]>>;
}

/**
 * Labels of the person's keyboard: asked of the browser where it reports them, learned from what is pressed where it
 * does not.
 */
export class OwnLabels implements Disposable {
  readonly mac = /mac/i.test(navigator.platform);
  #labels: KeyboardLabels = new Map();
  readonly #listening: Disposable;

  constructor(private readonly changed: () => void) {
    const keyboard = (navigator as { keyboard?: LayoutKeyboard }).keyboard;
    void keyboard
      ?.getLayoutMap()
      .then(map => this.#set([...map]))
      .catch(() => undefined);
    const learn = (event: KeyboardEvent): void => {
      if (
        event.shiftKey ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        !/^Key[A-Z]$/.test(event.code) ||
        event.key.length !== 1
      )
        return;
      if (this.#labels.get(event.code) !== event.key.toLowerCase()) this.#set([[event.code, event.key.toLowerCase()]]);
    };
    window.addEventListener('keydown', learn, { capture: true });
    this.#listening = toDisposable(() => window.removeEventListener('keydown', learn, { capture: true }));
  }

  get labels(): KeyboardLabels {
    return this.#labels;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #set(labels: readonly (readonly [string, string])[]): void {
    this.#labels = new Map([...this.#labels, ...labels]);
    this.changed();
  }
}
