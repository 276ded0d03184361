import type { Fate } from '../transfer-report.ts';
import { TransferReport } from '../transfer-report.ts';

/** A report of which parts go into another one. */
export class RoutedReport extends TransferReport {
  #other: TransferReport | undefined;

  /** Runs work whose notes go into `other`. Such work comes one after another. */
  async during<Result>(other: TransferReport, work: () => Promise<Result>): Promise<Result> {
    this.#other = other;
    try {
      return await work();
    } finally {
      this.#other = undefined;
    }
  }

  override add(noun: string, fate: Fate, count = 1): void {
    if (this.#other === undefined) super.add(noun, fate, count);
    else this.#other.add(noun, fate, count);
  }

  override lose(field: string, owner: string, count = 1): void {
    if (this.#other === undefined) super.lose(field, owner, count);
    else this.#other.lose(field, owner, count);
  }

  override problem(path: string, message: string): void {
    if (this.#other === undefined) super.problem(path, message);
    else this.#other.problem(path, message);
  }
}
