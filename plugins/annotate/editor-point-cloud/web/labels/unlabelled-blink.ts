import type { CloudStage } from '../cloud-stage.ts';

/** Half a blink in milliseconds, slow enough to be no flash (WCAG 2.3.1), and how many of them. */
const BLINK_MS = 400;
const BLINKS = 6;

/** Points without a label as they blink, and then stay bright. */
export class UnlabelledBlink {
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly surface: CloudStage) {}

  /** Begins or ends. Returns whether they are bright now. Without motion they do not blink. */
  toggle(): boolean {
    const { surface } = this;
    clearInterval(this.#timer);
    surface.state.blinkedOff = false;
    surface.state.unlabelled = !surface.state.unlabelled;
    if (!surface.state.unlabelled) return false;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return true;
    let turns = 0;
    this.#timer = setInterval(() => {
      turns += 1;
      surface.state.blinkedOff = turns < BLINKS && !surface.state.blinkedOff;
      if (turns >= BLINKS) clearInterval(this.#timer);
      surface.requestDraw();
    }, BLINK_MS);
    return true;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
