/** Rows that are there already, in the form that sections take. */
export interface Listed<Data> {
  readonly data: Data;
  readonly error: null;
  refetch(): undefined;
}

/** Returns data that is there as a section takes it. */
export const listed = <Data>(data: Data): Listed<Data> => ({ data, error: null, refetch: () => undefined });
