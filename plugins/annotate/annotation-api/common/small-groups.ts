/** Documents of more characters are read and written by the protocol for large ones. */
export const LARGE_CHARACTERS = 15 * 1024 * 1024;

/** Most items of one streaming request. */
const GROUP_ITEMS = 250;
const GROUP_CHARACTERS = 32 * 1024 * 1024;

/** An item and the size of its document in characters; 0 when nothing is annotated. */
export interface SizedItem {
  readonly id: number;
  readonly size: number;
}

/** Splits items into groups of small documents and the large ones, in the order given. */
export function smallGroups(items: readonly SizedItem[]): {
  readonly small: readonly (readonly number[])[];
  readonly large: readonly number[];
} {
  const small: number[][] = [];
  const large: number[] = [];
  let characters = 0;
  for (const { id, size } of items) {
    if (size > LARGE_CHARACTERS) {
      large.push(id);
      continue;
    }
    const group = small.at(-1);
    if (group !== undefined && group.length < GROUP_ITEMS && characters + size <= GROUP_CHARACTERS) {
      group.push(id);
      characters += size;
    } else {
      small.push([id]);
      characters = size;
    }
  }
  return { small, large };
}
