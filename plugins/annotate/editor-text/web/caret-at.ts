/** A place in the text nodes of the page. */
export interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/** Returns the text under a point of the window. Browsers know one of two ways. */
export function caretAt(x: number, y: number): Caret | undefined {
  const asked = document as {
    caretPositionFromPoint?(x: number, y: number): { readonly offsetNode: Node; readonly offset: number } | null;
    caretRangeFromPoint?(x: number, y: number): Range | null;
  };
  const position = asked.caretPositionFromPoint?.(x, y);
  if (position !== null && position !== undefined) return { node: position.offsetNode, offset: position.offset };
  const range = asked.caretRangeFromPoint?.(x, y);
  return range === null || range === undefined ? undefined : { node: range.startContainer, offset: range.startOffset };
}
