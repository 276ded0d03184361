import type { FormPath } from './form-path.ts';
import type { ScriptEnd } from './script-end.ts';

/** Messages and progress on the person's screen. */
export class UiModule {
  constructor(private readonly end: ScriptEnd) {}

  /** Shows that something is under way until the function is done. */
  async busy<Value>(work: () => Value | Promise<Value>, text?: string): Promise<Value> {
    this.loading(true, text);
    try {
      return await work();
    } finally {
      this.loading(false);
    }
  }

  /** Shows that something is under way, or no longer. */
  loading(on: boolean, text?: string): void {
    this.end.emit('busy', { on, text: text?.slice(0, 200) });
  }

  /** A short message for some seconds. At most 5 in 10 seconds are shown. */
  toast(text: string, tone: 'info' | 'success' | 'error' = 'info'): void {
    this.end.emit('toast', { text: String(text).slice(0, 300), tone });
  }

  /** Asks the person; true when they agree. One question at a time. `action` is the word on the button. */
  confirm(text: string, action?: string): Promise<boolean> {
    return this.end.ask('confirm', {
      text: String(text).slice(0, 1000),
      ...(action === undefined ? {} : { action: action.slice(0, 40) }),
    });
  }

  /** Opens a modal of the form by its id. */
  open(modal: string): void {
    this.end.emit('open', { id: String(this.end.mirror.place(modal)[0]) });
  }

  /** Brings a component into view and gives it the keyboard, unless the person is typing. */
  focus(path: string | FormPath): void {
    this.end.emit('focus', { path: this.end.mirror.place(path) });
  }

  /**
   * Calls a function when keys such as `Ctrl+Shift+K` are pressed. Keys of the product stay its own. Returns the way to
   * stop.
   */
  shortcut(keys: string, run: () => unknown): () => void {
    return this.end.shortcut(String(keys), run);
  }
}
