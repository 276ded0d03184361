/**
 * The same values in the same order; the next one is on its way while the last is worked on. An early end waits for it
 * and ends the source.
 */
export async function* prefetchOne<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let coming = asked(iterator);
  try {
    for (;;) {
      const next = await coming;
      if (next.done === true) return;
      coming = asked(iterator);
      yield next.value;
    }
  } finally {
    await coming.catch(() => undefined);
    await iterator.return?.();
  }
}

/** A failure is thrown when the value is awaited, which may be never. */
function asked<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  next.catch(() => undefined);
  return next;
}
