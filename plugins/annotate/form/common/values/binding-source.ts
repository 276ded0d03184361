/** Names that texts of a form may use. */
export interface BindingSource {
  /** The attached JSON of the item. */
  readonly payload: unknown;
  /** The value of a component, by its id. */
  readonly value?: (id: string) => unknown;
  /** Variables of the form that are not secure. */
  readonly env?: Readonly<Record<string, unknown>>;
  /** The address at which a stored file is read. */
  readonly sign?: (path: string) => string;
}
