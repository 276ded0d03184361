import { budgets } from '../cloud-settings.ts';

/** Milliseconds of a picture above which fewer points are drawn, and below which more are. */
const SLOW = 58;
const QUICK = 30;

/** Budget of drawn points: as many as chosen, but without a graphics card only what is drawn 15 times a second. */
export class PointBudget {
  readonly #software: boolean;
  #fitting: number = budgets.withoutGraphics;
  #slow = 0;
  #quick = 0;

  constructor(software: boolean) {
    this.#software = software;
  }

  /** The points to draw now, of those the person chose; undefined where they did not. */
  of(chosen: number | undefined): number {
    return this.#software ? Math.min(chosen ?? Infinity, this.#fitting) : (chosen ?? budgets.plain);
  }

  /** A picture of so many points took so many milliseconds. Only pictures that follow each other count. */
  took(milliseconds: number, points: number): void {
    if (!this.#software) return;
    this.#slow = milliseconds > SLOW ? this.#slow + 1 : 0;
    this.#quick = milliseconds < QUICK && points > this.#fitting * 0.8 ? this.#quick + 1 : 0;
    if (this.#slow >= 2) {
      this.#fitting = Math.max(budgets.min, Math.round(Math.min(this.#fitting, points) * 0.75));
      this.#slow = 0;
    } else if (this.#quick >= 10) {
      this.#fitting = Math.min(budgets.max, Math.round(this.#fitting * 1.2));
      this.#quick = 0;
    }
  }
}
