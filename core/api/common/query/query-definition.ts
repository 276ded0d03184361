/**
 * Kind of values of a field; decides which operators and values a condition on it may have. `set` is a list of texts,
 * `email` a text in any case.
 */
export type FieldKind = 'integer' | 'number' | 'text' | 'email' | 'flag' | 'time' | 'uuid' | 'set';

/**
 * Kind of a field, and the uses it allows: a field may be filtered, sorted and selected when only its kind is given.
 */
export interface FieldRule {
  readonly kind: FieldKind;
  readonly sort?: boolean;
  readonly filter?: boolean;
}

/** The allow-list of an entity: nothing else can be filtered, sorted, joined or selected. */
export interface QueryDefinition {
  /** The rule of a field; undefined when a query may not name it. */
  field(name: string): FieldRule | undefined;
  readonly joins: readonly string[];
  /** Rows of a page when the query names no number, and the most it may ask for. */
  readonly limit: { readonly standard: number; readonly most: number };
}

export interface QueryDefinitionOptions {
  readonly fields: Readonly<Record<string, FieldKind | FieldRule>>;
  /** Rules of fields whose names are not known beforehand: `customField.custom_field_values.7`. */
  readonly dynamic?: (name: string) => FieldRule | undefined;
  readonly joins?: readonly string[];
  /** 100 and 2000 when absent. */
  readonly limit?: { readonly standard: number; readonly most: number };
}

/** Declares the allow-list of an entity. */
export function defineQuery(options: QueryDefinitionOptions): QueryDefinition {
  const rules = new Map<string, FieldRule>(
    Object.entries(options.fields).map(([name, rule]) => [name, typeof rule === 'string' ? { kind: rule } : rule]),
  );
  return {
    field: name => rules.get(name) ?? options.dynamic?.(name),
    joins: options.joins ?? [],
    limit: options.limit ?? { standard: 100, most: 2000 },
  };
}
