import type { AnnotationClass, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { combinationLimit } from '../common/import-api.ts';
import type { ImportedClass, ImportReport, ObjectCounts } from '../common/import-api.ts';

/** The objects of a document by their classes. */
export interface DocumentContent {
  readonly classes: readonly {
    /** Undefined for an object without a class. */
    readonly name: string | undefined;
    /** The type of the object, such as `bbox`. */
    readonly shape: string;
    /** A relationship, which is stored with its ends only. */
    readonly isLink: boolean;
  }[];
  /** The document holds more than instances, such as tags. */
  readonly hasMore: boolean;
}

/** Outcome for the item of a document. */
type ItemFate = keyof ObjectCounts;

interface Entry {
  readonly type: number;
  readonly listed: boolean;
  readonly at: number;
  readonly objects: Record<ItemFate, number>;
  readonly shapes: Set<string>;
}

const none = (): Record<ItemFate, number> => ({ fresh: 0, annotated: 0, creatable: 0 });

/** Counts the objects of each class of a file, and which classes occur together. */
export class ClassTally {
  readonly #entries = new Map<string, Entry>();
  readonly #unclassed = none();
  readonly #combinations = new Map<string, { readonly classes: number[]; fresh: number; creatable: number }>();

  constructor(
    listed: readonly ClassInput[],
    private readonly existing: readonly AnnotationClass[],
  ) {
    for (const { name, type } of listed) this.#entry(name, type, true);
  }

  /** Counts a document that can be read and is not empty. */
  add({ classes, hasMore }: DocumentContent, fate: ItemFate): void {
    const places = new Set(hasMore ? [-1] : []);
    for (const { name, shape, isLink } of classes) {
      const entry = name === undefined ? undefined : this.#entry(name, ClassType.Object, false);
      (entry?.objects ?? this.#unclassed)[fate] += 1;
      entry?.shapes.add(shape);
      if (!isLink) places.add(entry?.at ?? -1);
    }
    if (fate === 'annotated') return;
    const list = [...places].toSorted((one, other) => one - other);
    const key = list.join(' ');
    const found = this.#combinations.get(key);
    if (found !== undefined) found[fate] += 1;
    else if (this.#combinations.size < combinationLimit)
      this.#combinations.set(key, { classes: list, fresh: 0, creatable: 0, [fate]: 1 });
  }

  /** Names that objects use and neither the file nor the project lists. */
  unlisted(): readonly string[] {
    return this.#classes()
      .filter(each => !each.listed && each.match === null)
      .map(each => each.name);
  }

  report(): Pick<ImportReport, 'classes' | 'unclassed' | 'combinations'> {
    return { classes: this.#classes(), unclassed: this.#unclassed, combinations: [...this.#combinations.values()] };
  }

  #classes(): ImportedClass[] {
    return [...this.#entries].map(([name, { type, listed, objects, shapes }]) => ({
      name,
      type,
      listed,
      match: this.#match(name, type, listed),
      objects,
      shapes: [...shapes],
    }));
  }

  /** The class of the same name, else the only one of the same kind whose name differs in case. */
  #match(name: string, type: number, listed: boolean): string | null {
    if (this.existing.some(each => each.name === name)) return name;
    const alike = this.existing.filter(
      each => each.name.toLowerCase() === name.toLowerCase() && (!listed || each.type === type),
    );
    return alike.length === 1 ? alike[0]!.name : null;
  }

  #entry(name: string, type: number, listed: boolean): Entry {
    let entry = this.#entries.get(name);
    if (entry === undefined)
      this.#entries.set(name, (entry = { type, listed, at: this.#entries.size, objects: none(), shapes: new Set() }));
    return entry;
  }
}
