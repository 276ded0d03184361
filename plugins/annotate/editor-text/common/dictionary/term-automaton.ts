/**
 * Finds many terms in one walk over a text (Aho and Corasick, 1975). Its size grows with the letters of the terms; the
 * walk takes a step or a few for each unit of the text, however many terms there are.
 */
export class TermAutomaton {
  /** Child and sibling of nodes; 0, the root, matches none. */
  readonly #child: Uint32Array;
  readonly #sibling: Uint32Array;
  readonly #unit: Uint16Array;
  readonly #depth: Uint16Array;
  /** The node of the longest ending of what leads here that begins a term as well. */
  readonly #fail: Uint32Array;
  /** The same, but at the end of a term. */
  readonly #shorter: Uint32Array;
  /** Place of the term that ends here, from 1; 0 for none. */
  readonly #term: Uint32Array;
  /** Children of the root, which is asked most. */
  readonly #first = new Uint32Array(0x10000);
  /** The next term that is written the same, from 1. */
  readonly #same: Uint32Array;

  /** Empty terms are never found. */
  constructor(terms: readonly Uint16Array[]) {
    const most = terms.reduce((sum, { length }) => sum + length, 1);
    this.#child = new Uint32Array(most);
    this.#sibling = new Uint32Array(most);
    this.#unit = new Uint16Array(most);
    this.#depth = new Uint16Array(most);
    this.#fail = new Uint32Array(most);
    this.#shorter = new Uint32Array(most);
    this.#term = new Uint32Array(most);
    this.#same = new Uint32Array(terms.length + 1);
    let nodes = 1;
    for (const [place, term] of terms.entries()) {
      if (term.length === 0) continue;
      let node = 0;
      for (const unit of term) {
        let next = this.#next(node, unit);
        if (next === 0) {
          next = nodes++;
          this.#unit[next] = unit;
          this.#depth[next] = this.#depth[node]! + 1;
          if (node === 0) this.#first[unit] = next;
          this.#sibling[next] = this.#child[node]!;
          this.#child[node] = next;
        }
        node = next;
      }
      this.#same[place + 1] = this.#term[node]!;
      this.#term[node] = place + 1;
    }
    this.#join(nodes);
  }

  /**
   * Reports each place where a term ends, longer terms first; `term` is the last of those that are written the same.
   */
  walk(units: Uint16Array, found: (term: number, start: number, end: number) => void): void {
    let node = 0;
    for (let at = 0; at < units.length; at += 1) {
      node = this.#step(node, units[at]!);
      for (let hit = this.#term[node] === 0 ? this.#shorter[node]! : node; hit !== 0; hit = this.#shorter[hit]!)
        found(this.#term[hit]! - 1, at + 1 - this.#depth[hit]!, at + 1);
    }
  }

  /** A term and the others that are written the same, as they were given. */
  alike(term: number): readonly number[] {
    const all: number[] = [];
    for (let place = term + 1; place !== 0; place = this.#same[place]!) all.push(place - 1);
    return all.toReversed();
  }

  #next(node: number, unit: number): number {
    if (node === 0) return this.#first[unit]!;
    let next = this.#child[node]!;
    while (next !== 0 && this.#unit[next] !== unit) next = this.#sibling[next]!;
    return next;
  }

  #step(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const next = this.#next(node, unit);
      if (next !== 0 || node === 0) return next;
      node = this.#fail[node]!;
    }
  }

  /** Level by level, as each node looks at those above it. */
  #join(nodes: number): void {
    const queue = new Uint32Array(nodes);
    let filled = 1;
    for (let taken = 0; taken < filled; taken += 1) {
      const parent = queue[taken]!;
      for (let node = this.#child[parent]!; node !== 0; node = this.#sibling[node]!) {
        queue[filled++] = node;
        const fail = parent === 0 ? 0 : this.#step(this.#fail[parent]!, this.#unit[node]!);
        this.#fail[node] = fail;
        this.#shorter[node] = this.#term[fail] === 0 ? this.#shorter[fail]! : fail;
      }
    }
  }
}
