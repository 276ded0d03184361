import type { ImportFinding, ImportResult } from '../common/import-api.ts';
import { itemKey } from './imported-file.ts';
import type { ImportedDocument } from './imported-file.ts';

type NamedFile = Pick<ImportedDocument, 'path' | 'folder' | 'name' | 'unreadable'>;

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

  readonly #notCreated = new Map<string, string>();

  fail(path: string, error: unknown): void {
    this.failedCount += 1;
    if (this.failed.length < failureLimit) this.failed.push({ path, message: messageOf(error) });
  }

  /** Notes an item whose file cannot be used: its annotations have no item either. */
  failItem({ path, folder, name }: NamedFile, error: unknown): void {
    this.fail(path, error);
    this.#notCreated.set(itemKey(folder, name), messageOf(error));
  }

  /** Notes annotations without an item, with the reason why there is none. */
  failWithoutItem({ path, folder, name, unreadable }: NamedFile): void {
    const reason = unreadable ?? this.#notCreated.get(itemKey(folder, name));
    this.fail(
      path,
      new Error(
        reason === undefined
          ? `There is no item ${name}.`
          : `These annotations were not imported, because the item ${name} could not be created: ${reason}`,
      ),
    );
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
