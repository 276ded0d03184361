import { flushSync } from 'react-dom';
import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { isElementPath, pathKey } from '#plugins/annotate/form/common/index.ts';

/** Fields in which 1…9 choose an option. */
const CHOICES = ['radio', 'checkbox', 'voting', 'rating', 'compare'].map(each => `[data-type="${each}"]`).join();
/** Milliseconds for which a component that was asked for is marked. */
const POINTED_MS = 1500;
/** Parts within parts that are drawn one after the other to reach a component, at most. */
const MOST_STEPS = 12;

/** Place in which a form is drawn: finds its components on the screen, and brings them there. */
export class FormSeat {
  /** Rows and parts that are not on the screen yet; each returns true when a path is in it, and draws itself then. */
  readonly waiting = new Set<(path: ElementPath) => boolean>();
  #surface: HTMLElement | undefined;

  /** The element the form is drawn in; undefined when it is gone. */
  take(surface: HTMLElement | undefined): void {
    this.#surface = surface;
  }

  /** Gives the form the keyboard unless something has it, so that Tab goes to its first field. */
  takeKeyboard(): void {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) this.#surface?.focus({ preventScroll: true });
  }

  /**
   * Gives a pressed digit to the first choice without an answer, and the keyboard with it. False when something else in
   * the form has the keyboard, or every choice is answered.
   */
  chooseByDigit(event: KeyboardEvent, isAnswered: (path: ElementPath) => boolean): boolean {
    if (this.#surface === undefined || document.activeElement !== this.#surface) return false;
    for (const choice of this.#surface.querySelectorAll<HTMLElement>(CHOICES)) {
      const path = pathOf(choice);
      const control = choice.querySelector<HTMLElement>('input:not([disabled]), button[data-control]:not([disabled])');
      if (path === undefined || control === null || isAnswered(path)) continue;
      control.focus();
      control.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
      return true;
    }
    return false;
  }

  elementOf(path: ElementPath): HTMLElement | undefined {
    return this.#surface?.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathKey(path))}"]`) ?? undefined;
  }

  /** The component that has the keyboard, else the innermost one under the pointer. */
  pointedAt(): ElementPath | undefined {
    const focused = document.activeElement;
    const inside =
      this.#surface !== undefined && focused !== null && this.#surface.contains(focused) ? pathOf(focused) : undefined;
    return inside ?? pathOf([...(this.#surface?.querySelectorAll('[data-path]:hover') ?? [])].at(-1));
  }

  /**
   * Brings a component into view, drawing what stood in the way, and gives it the keyboard; without `focus` it is only
   * marked.
   */
  show(path: ElementPath, { focus = true }: { readonly focus?: boolean } = {}): void {
    for (let step = 0; step < MOST_STEPS && this.elementOf(path) === undefined; step += 1) {
      let drawn = false;
      flushSync(() => {
        const now = [...this.waiting];
        for (const wait of now) drawn = wait(path) || drawn;
      });
      if (!drawn) break;
    }
    const element = this.elementOf(path);
    if (element === undefined) return;
    element.scrollIntoView({ block: 'center' });
    if (!focus) {
      element.dataset['pointed'] = 'true';
      setTimeout(() => delete element.dataset['pointed'], POINTED_MS);
      return;
    }
    element
      .querySelector<HTMLElement>(
        'input:not([disabled]), textarea, select, button[data-control], [contenteditable="true"], [tabindex="0"]',
      )
      ?.focus({ preventScroll: true });
  }
}

/** Returns the path of the component an element belongs to. */
function pathOf(element: Element | undefined): ElementPath | undefined {
  const steps = element?.closest<HTMLElement>('[data-path]')?.dataset['steps'];
  const path: unknown = steps === undefined ? undefined : JSON.parse(steps);
  return isElementPath(path) ? path : undefined;
}
