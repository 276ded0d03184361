import type { ImportFinding, ImportResult } from '../common/import-api.ts';

/** Failures that are listed; further ones are only counted. */
const failureLimit = 1000;
/** Counts what an import did. */
export class ImportTally {
  created = 0;
  replaced = 0;
  skipped = 0;
  itemsCreated = 0;
  classesCreated = 0;
  objects = 0;
  failedCount = 0;
  readonly failed: ImportFinding[] = [];
  readonly #warnings = new Map<string, number>();

  fail(path: string, error: unknown): void {
    this.failedCount += 1;
    if (this.failed.length < failureLimit)
      this.failed.push({ path, message: error instanceof Error ? error.message : String(error) });
  }

  warn(text: string, count = 1): void {
    this.#warnings.set(text, (this.#warnings.get(text) ?? 0) + count);
  }

  result(losses: readonly string[]): ImportResult {
    const { created, replaced, skipped, itemsCreated, classesCreated, objects, failed, failedCount } = this;
    return {
      created,
      replaced,
      skipped,
      itemsCreated,
      classesCreated,
      objects,
      failed,
      failedCount,
      warnings: [
        ...[...this.#warnings].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text)),
        ...losses,
      ],
    };
  }
}
