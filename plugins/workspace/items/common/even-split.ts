/**
 * Numbers of `items` for each of `people` when they are divided in turn: the first get one more where it does not come
 * out even.
 */
export const evenSplit = (items: number, people: number): readonly number[] =>
  Array.from({ length: people }, (_, place) => Math.floor(items / people) + (place < items % people ? 1 : 0));
