/** A JSON object whose fields are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object, not for a list or null. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; anything else gives none. */
export const recordsOf = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A copy without the named fields. */
export const withoutFields = (record: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !names.includes(key)));
