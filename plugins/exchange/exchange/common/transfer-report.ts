/** One kind of loss or change with how often it happened. */
export interface TransferNote {
  /**
   * `field` a field the target cannot carry, `shape` a thing left out or changed, `problem` something that could not be
   * read.
   */
  readonly kind: 'field' | 'shape' | 'problem';
  /** The field, thing or place it is about. */
  readonly subject: string;
  readonly count: number;
  readonly text: string;
}

/** Outcome for an object, in words for one and for several: `was written as a polygon`, `were written as polygons`. */
export interface Fate {
  readonly one: string;
  readonly many: string;
}

export const dropped: Fate = { one: 'was dropped', many: 'were dropped' };

const irregular: ReadonlyMap<string, string> = new Map([
  ['bbox', 'boxes'],
  ['rbbox', 'rotated boxes'],
  ['mask', 'masks'],
]);
/** Returns several of a noun: `relation` as `relations`, `label of a relation` as `labels of a relation`. */
function plural(noun: string): string {
  const [head, ...rest] = noun.split(' of ') as [string, ...string[]];
  return [irregular.get(head) ?? (head.endsWith('s') ? `${head}es` : `${head}s`), ...rest].join(' of ');
}

const singular: ReadonlyMap<string, string> = new Map([
  ['bbox', 'box'],
  ['rbbox', 'rotated box'],
]);

/** Problems beyond this many are only counted. */
const problemLimit = 1000;

/**
 * Counts what a run changed, left out or could not read, per kind:
 * `12 ellipses were written as polygons`, `3 tags were dropped`, `7 instances lost trackingId`.
 */
export class TransferReport {
  readonly #shapes = new Map<string, { noun: string; fate: Fate; count: number }>();
  readonly #fields = new Map<string, { owner: string; count: number }>();
  readonly #problems: { path: string; message: string }[] = [];
  #problemCount = 0;

  /** A thing, named by a singular noun, had a fate. */
  add(noun: string, fate: Fate, count = 1): void {
    if (count === 0) return;
    const key = `${noun} ${fate.many}`;
    const entry = this.#shapes.get(key) ?? { noun, fate, count: 0 };
    entry.count += count;
    this.#shapes.set(key, entry);
  }

  /** An owner (`instance`, `item`) had a value in a field that the target cannot carry. */
  lose(field: string, owner: string, count = 1): void {
    if (count === 0) return;
    const key = `${owner} ${field}`;
    const entry = this.#fields.get(key) ?? { owner, count: 0 };
    entry.count += count;
    this.#fields.set(key, entry);
  }

  /** Something could not be read and was left out. */
  problem(path: string, message: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < problemLimit) this.#problems.push({ path, message });
  }

  /** Adds all notes of another report. */
  take(other: TransferReport): void {
    for (const { noun, fate, count } of other.#shapes.values()) this.add(noun, fate, count);
    for (const [key, { owner, count }] of other.#fields) this.lose(key.slice(owner.length + 1), owner, count);
    for (const { path, message } of other.#problems) this.problem(path, message);
    this.#problemCount += other.#problemCount - other.#problems.length;
  }

  /** All notes: things first, then fields by name, then problems in the order they were met. */
  notes(): readonly TransferNote[] {
    const shapes = [...this.#shapes.values()].map(({ noun, fate, count }): TransferNote => ({
      kind: 'shape',
      subject: noun,
      count,
      text: count === 1 ? `1 ${singular.get(noun) ?? noun} ${fate.one}` : `${count} ${plural(noun)} ${fate.many}`,
    }));
    const fields = [...this.#fields]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, { owner, count }]): TransferNote => {
        const subject = key.slice(owner.length + 1);
        return {
          kind: 'field',
          subject,
          count,
          text: `${count} ${count === 1 ? owner : plural(owner)} lost ${subject}`,
        };
      });
    const problems = this.#problems.map(({ path, message }): TransferNote => ({
      kind: 'problem',
      subject: path,
      count: 1,
      text: path === '' ? message : `${path}: ${message}`,
    }));
    const more = this.#problemCount - this.#problems.length;
    return [
      ...shapes,
      ...fields,
      ...problems,
      ...(more > 0 ? [{ kind: 'problem' as const, subject: '', count: more, text: `${more} more problems` }] : []),
    ];
  }

  /** The texts of all notes. */
  lines(): readonly string[] {
    return this.notes().map(note => note.text);
  }
}
