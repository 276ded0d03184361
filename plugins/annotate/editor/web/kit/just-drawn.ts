import type { Disposable } from '#core/base/common/index.ts';
import type { Scene } from './scene.ts';

/**
 * The objects added since the pointer was pressed or a tool was chosen last. A class chosen right after drawing is
 * about them.
 */
export class JustDrawn implements Disposable {
  #ids: ReadonlySet<string> = new Set();
  readonly #stop: () => void;

  constructor(
    private readonly scene: Pick<Scene, 'onChange' | 'selection'>,
    surface: EventTarget,
  ) {
    const stop = scene.onChange(({ added }) => {
      if (added.size > 0) this.#ids = added;
    });
    const forget = (): void => this.forget();
    // Before the tools: the press that completes a shape must not forget it.
    surface.addEventListener('pointerdown', forget, { capture: true });
    this.#stop = () => {
      stop();
      surface.removeEventListener('pointerdown', forget, { capture: true });
    };
  }

  /** True when the selection holds nothing but the object just drawn. */
  get isSelected(): boolean {
    const { selection } = this.scene;
    return selection.size > 0 && [...selection].every(id => this.#ids.has(id));
  }

  /** Ends the time in which an object counts as just drawn, e.g. because another tool was chosen. */
  forget(): void {
    this.#ids = new Set();
  }

  dispose(): void {
    this.#stop();
  }
}
