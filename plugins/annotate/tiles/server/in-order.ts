/** Yields what `make` answers for 0, 1, …, in that order, while so many of them are made at the same time. */
export async function* inOrder<T>(count: number, atOnce: number, make: (at: number) => Promise<T>): AsyncGenerator<T> {
  const made: Promise<T>[] = [];
  for (let at = 0; at < count; at += 1) {
    while (made.length < Math.min(count, at + atOnce)) {
      const next = make(made.length);
      // A failure is thrown when its turn comes.
      next.catch(() => undefined);
      made.push(next);
    }
    yield await made[at]!;
    delete made[at];
  }
}
