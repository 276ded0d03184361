import type { ClassTally, Comparison, Difference } from './api.ts';

/** Counts of objects and the accuracy over them. */
export interface Figure {
  readonly items: number;
  readonly matched: number;
  readonly missed: number;
  readonly extra: number;
  /** Mean similarity of the objects of both sides, 0 for one that only one side has; undefined without objects. */
  readonly accuracy: number | undefined;
}

/** Figures of one annotator. */
export interface PersonFigures {
  readonly email: string;
  readonly total: Figure;
  readonly classes: ReadonlyMap<string, Figure>;
}

/** Counts the objects of a comparison by class, in the order of class names. */
export function tallies(differences: readonly Difference[]): readonly ClassTally[] {
  const found = new Map<string, ClassTally>();
  for (const { class_name: name, reference, own, similarity } of differences) {
    const known = found.get(name) ?? { class_name: name, matched: 0, missed: 0, extra: 0, similarity: 0 };
    found.set(
      name,
      reference !== null && own !== null
        ? { ...known, matched: known.matched + 1, similarity: known.similarity + similarity }
        : reference !== null
          ? { ...known, missed: known.missed + 1 }
          : { ...known, extra: known.extra + 1 },
    );
  }
  return [...found.values()].toSorted((one, other) => one.class_name.localeCompare(other.class_name));
}

/** Returns the accuracy over classes, 0 to 1. Nothing on both sides is right. */
export const accuracyOf = (classes: readonly ClassTally[]): number => figure(1, classes).accuracy ?? 1;

/** Returns the figures of each annotator by e-mail, and the classes that occur, both in the order of their names. */
export function personFigures(comparisons: readonly Comparison[]): {
  readonly people: readonly PersonFigures[];
  readonly classNames: readonly string[];
} {
  const people = sorted(comparisons.map(each => each.email)).map(email => {
    const own = comparisons.filter(each => each.email === email);
    const classes = own.flatMap(each => each.classes);
    return {
      email,
      total: figure(own.length, classes),
      classes: new Map(
        sorted(classes.map(each => each.class_name)).map(name => {
          const ofClass = classes.filter(each => each.class_name === name);
          return [name, figure(ofClass.length, ofClass)];
        }),
      ),
    };
  });
  return { people, classNames: sorted(comparisons.flatMap(each => each.classes.map(one => one.class_name))) };
}

const sorted = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].toSorted((one, other) => one.localeCompare(other));

function figure(items: number, classes: readonly ClassTally[]): Figure {
  const sum = { matched: 0, missed: 0, extra: 0, similarity: 0 };
  for (const each of classes) {
    sum.matched += each.matched;
    sum.missed += each.missed;
    sum.extra += each.extra;
    sum.similarity += each.similarity;
  }
  const objects = sum.matched + sum.missed + sum.extra;
  const { similarity, ...counts } = sum;
  return { items, ...counts, accuracy: objects === 0 ? undefined : similarity / objects };
}
