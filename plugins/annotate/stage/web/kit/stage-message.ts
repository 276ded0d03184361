import css from './stage.module.css';

/** A note in the middle of the stage: loading, or why the picture is not there and what to do. */
export class StageMessage {
  readonly element: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.element = document.createElement('div');
    this.element.className = css['message']!;
    this.element.setAttribute('role', 'status');
    this.element.hidden = true;
  }

  /** Shows a text after `delay` milliseconds, so that what is quick does not flicker. */
  show(
    text: string,
    options: { readonly delay?: number; readonly action?: { readonly title: string; readonly run: () => void } } = {},
  ): void {
    this.hide();
    const open = (): void => {
      this.element.textContent = text;
      if (options.action !== undefined) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = options.action.title;
        button.addEventListener('click', options.action.run);
        this.element.append(button);
      }
      this.element.hidden = false;
    };
    if (options.delay === undefined) open();
    else this.#timer = setTimeout(open, options.delay);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
