import { Disposables } from '#core/base/common/index.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { HideKey } from './hide-key.ts';

/** Part of the editor that hiding needs. */
export interface HidingEditor {
  /** A tap hides the selection, instead of all shapes. */
  hidesSelection(): boolean;
  hideSelection(): void;
  /** All shapes went out of sight, or came back. */
  changed(): void;
}

/** Shapes that are hidden for the eye only: all of them by a tap of the key, or as long as it is held. */
export class ShapeHiding {
  readonly #stage: Pick<Stage, 'style'>;
  readonly #editor: HidingEditor;
  readonly #key: HideKey;
  readonly #owned = new Disposables();
  #all = false;

  constructor(stage: Pick<Stage, 'style'>, editor: HidingEditor) {
    this.#stage = stage;
    this.#editor = editor;
    this.#key = this.#owned.add(
      new HideKey({ tap: () => this.#toggle(), peek: active => this.#set(active || this.#all) }),
    );
  }

  get all(): boolean {
    return this.#all;
  }

  /** Takes all shapes out of sight, or brings them back. */
  hideAll(hidden: boolean): void {
    this.#all = hidden;
    this.#set(hidden);
    this.#editor.changed();
  }

  /** The key went down; `code` is its place on the keyboard. */
  press(code: string): void {
    this.#key.press(code);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #toggle(): void {
    if (this.#editor.hidesSelection()) {
      this.#editor.hideSelection();
      return;
    }
    this.hideAll(!this.#all);
  }

  #set(hidden: boolean): void {
    this.#stage.style = { ...this.#stage.style, hidden };
  }
}
