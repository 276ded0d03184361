import type { AttributeGroupInput, ClassInput } from '#plugins/workspace/classes/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ImportChoices, ImportedClass, ImportReport } from './import-api.ts';

/** Returns the class of the project that objects of a class of the file get; undefined when they are left out. */
export type ClassNaming = (name: string) => string | undefined;

/** Returns how many objects of a class an import with these choices stores. */
export function importedObjects(
  { objects }: Pick<ImportedClass, 'objects'>,
  { conflicts, create_items: isCreating }: ImportChoices,
): number {
  return objects.fresh + (conflicts === 'replace' ? objects.annotated : 0) + (isCreating ? objects.creatable : 0);
}

/** The mapping of a person's choices: a choice by name, else the matching class of the project, else the same name. */
export function classNaming(classes: readonly ImportedClass[], choices: ImportChoices): ClassNaming {
  const chosen = new Map(choices.classes.map(each => [each.name, each.as]));
  const matches = new Map(classes.map(each => [each.name, each.match]));
  return name => {
    const as = chosen.get(name);
    return as === undefined ? (matches.get(name) ?? name) : (as ?? undefined);
  };
}

/** Returns the names of the classes that an import creates. */
export function createdClasses(report: ImportReport, choices: ImportChoices): ReadonlySet<string> {
  if (!choices.create_classes || !report.may.classes) return new Set();
  const existing = new Set(report.projectClasses.map(each => each.name));
  const naming = classNaming(report.classes, choices);
  return new Set(
    report.classes.flatMap(each => {
      const name = naming(each.name);
      const isWanted = each.listed && (choices.unused_classes || importedObjects(each, choices) > 0);
      return isWanted && name !== undefined && !existing.has(name) ? [name] : [];
    }),
  );
}

/** Returns classes of a file under their mapped names; classes that become one have the attribute groups of both. */
export function mappedClasses(classes: readonly ClassInput[], naming: ClassNaming): readonly ClassInput[] {
  const mapped = new Map<string, ClassInput>();
  for (const each of classes) {
    const name = naming(each.name);
    if (name === undefined) continue;
    const before = mapped.get(name);
    mapped.set(name, {
      ...(before ?? each),
      name,
      attribute_groups: joinedGroups(before?.attribute_groups ?? [], each.attribute_groups),
    });
  }
  return [...mapped.values()];
}

const joinedGroups = (
  own: readonly AttributeGroupInput[],
  others: readonly AttributeGroupInput[],
): AttributeGroupInput[] => [...own, ...others.filter(other => !own.some(each => each.name === other.name))];

/** Returns a document in the current form with mapped class names, without the instances that are left out. */
export function mappedDocument(json: unknown, naming: ClassNaming): unknown {
  if (!isRecord(json) || !Array.isArray(json['instances'])) return json;
  return {
    ...json,
    instances: json['instances'].flatMap((instance: unknown) => {
      const name = classNameIn(instance);
      if (name === undefined || !isRecord(instance)) return [instance];
      const mapped = naming(name);
      if (mapped === undefined) return [];
      return [
        isRecord(instance['meta'])
          ? { ...instance, meta: { ...instance['meta'], className: mapped } }
          : { ...instance, className: mapped },
      ];
    }),
  };
}

/** Returns the class that an instance names; undefined for none. */
export function classNameIn(instance: unknown): string | undefined {
  if (!isRecord(instance)) return undefined;
  const holder = isRecord(instance['meta']) ? instance['meta'] : instance;
  const name = holder['className'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
