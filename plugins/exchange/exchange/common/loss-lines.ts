/** Lines of a report, with those about record keeping put together. */
export interface LossLines {
  /** Lost shapes, attributes and items. */
  readonly losses: readonly string[];
  /** Fields of record keeping that the format has no place for. */
  readonly metadata: readonly string[];
}

/** A line about when, by whom and how something was made. */
const recordKeeping = /^\d+ \S+ lost (metadata\.\S+|createdAt|createdBy|updatedAt|updatedBy|creationType)$/;

/** Separates losses of the work itself from losses of its record keeping. */
export function splitLosses(lines: readonly string[]): LossLines {
  const metadata = lines.flatMap(line => recordKeeping.exec(line)?.[1] ?? []);
  return {
    losses: lines.filter(line => !recordKeeping.test(line)),
    metadata: [...new Set(metadata.map(field => field.replace('metadata.', '')))],
  };
}
