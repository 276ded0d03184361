import type { ClassNaming } from '../common/class-mapping.ts';
import { classNameOf } from '../common/exchange/label-book.ts';
import type { ForeignSet } from '../common/exchange/neutral-document.ts';

/** The set with mapped classes, without the objects that are left out. */
export function mappedSet(set: ForeignSet, naming: ClassNaming): ForeignSet {
  const nameOf = (label: string): string | undefined => {
    const name = classNameOf(label);
    return name === '' ? label : naming(name);
  };
  return {
    ...set,
    labels: set.labels.flatMap(label => {
      const name = nameOf(label.name);
      return name === undefined ? [] : [{ ...label, name }];
    }),
    documents: set.documents.map(document => ({
      ...document,
      ...(document.text === undefined ? {} : { text: () => document.text!() }),
      async read(size, item) {
        const neutral = await document.read(size, item);
        return {
          ...neutral,
          instances: neutral.instances.flatMap(instance => {
            const className = nameOf(instance.className);
            return className === undefined ? [] : [{ ...instance, className }];
          }),
        };
      },
    })),
  };
}
