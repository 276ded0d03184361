/** Returns the value that `make` makes at the first call. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
