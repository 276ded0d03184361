import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import { isElementPath, pathKey } from '#plugins/annotate/form/common/index.ts';

/** Comments of a form by the key of the component they are on. */
export class PlacedComments {
  #found: ReadonlyMap<string, readonly Comment[]> = new Map();

  at(key: string): readonly Comment[] {
    return this.#found.get(key) ?? [];
  }

  /** Takes the comments of the document. Answers the keys of all that have or had some. */
  read(comments: readonly Comment[]): ReadonlySet<string> {
    const before = this.#found;
    const found = new Map<string, Comment[]>();
    for (const each of comments) {
      const path = each['element_path'];
      if (!isElementPath(path)) continue;
      const key = pathKey(path);
      found.set(key, [...(found.get(key) ?? []), each]);
    }
    this.#found = found;
    return new Set([...before.keys(), ...found.keys()]);
  }
}
