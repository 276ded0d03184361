import { allAtOnce, stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { ClassIndex, IndexedClass } from './class-index.ts';
import { isRecord, withoutFields } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';

/** Names that the project does not have, each once, in the order of the document. */
export interface MissingResources {
  readonly class: readonly string[];
  readonly attribute: readonly string[];
  readonly attributeGroup: readonly string[];
  readonly template: readonly string[];
}

/** A keypoint template of the project. */
export interface TemplateName {
  readonly id: number;
  readonly name: string;
}

/**
 * Treatment of the ids in a document: `ignore` names only, as on upload through the API; `fallback` where
 * no name is given, as in an archive of this project; `prefer` ids first, as in the editor, where a class may have
 * been renamed since.
 */
export type IdTrust = 'ignore' | 'fallback' | 'prefer';

export interface ResolveOptions {
  readonly ids: IdTrust;
  readonly templates?: readonly TemplateName[];
}

export interface ResolvedDocument {
  readonly document: JsonRecord;
  readonly missingResources: MissingResources;
  /** One text per distinct missing name. */
  readonly warnings: readonly string[];
}

/** Looks the names of one document up and remembers those that are missing. */
class NameResolver {
  readonly #classes: ClassIndex;
  readonly #options: ResolveOptions;
  readonly missing = {
    class: new Set<string>(),
    attribute: new Set<string>(),
    attributeGroup: new Set<string>(),
    template: new Set<string>(),
  };

  constructor(classes: ClassIndex, options: ResolveOptions) {
    this.#classes = classes;
    this.#options = options;
  }

  #find<Found>(
    name: unknown,
    id: unknown,
    byName: (name: string) => Found | undefined,
    byId: (id: number) => Found | undefined,
  ): Found | undefined {
    const { ids } = this.#options;
    const known = typeof id === 'number' && ids !== 'ignore' ? byId(id) : undefined;
    if (ids === 'prefer' && known !== undefined) return known;
    return typeof name === 'string' ? byName(name) : known;
  }

  /**
   * The name of an instance's class: that of an unknown one stays, so that making the class repairs the instance; that
   * of a deleted one goes.
   */
  #className({ className, classId }: JsonRecord, owner: IndexedClass | undefined): JsonRecord {
    if (owner !== undefined) return { className: owner.entry.name };
    const deleted = this.#options.ids === 'prefer' && typeof classId === 'number' && classId > 0;
    return typeof className === 'string' && !deleted ? { className } : {};
  }

  instance(instance: JsonRecord): JsonRecord {
    const meta = instance['meta'];
    const holder = isRecord(meta) ? meta : instance;
    // Comments of a timeline are among its instances, and have no class.
    if (holder['type'] === 'comment') return instance;
    const owner = this.#find(
      holder['className'],
      holder['classId'],
      name => this.#classes.byName.get(name),
      id => this.#classes.byId.get(id),
    );
    if (!owner && typeof holder['className'] === 'string') this.missing.class.add(holder['className']);
    const attributes = this.#attributes(holder, owner);
    const current =
      holder['classId'] === (owner?.entry.id ?? -1) &&
      holder['className'] === this.#className(holder, owner)['className'] &&
      (attributes['attributes'] === undefined || attributes['attributes'] === holder['attributes']);
    // Most documents name what the project has: nothing is copied then.
    if (current && holder === instance && holder['type'] !== 'template' && instance['parameters'] === undefined)
      return instance;
    const named: JsonRecord = {
      ...withoutFields(holder, 'className'),
      classId: owner?.entry.id ?? -1,
      ...this.#className(holder, owner),
      ...attributes,
    };
    const withTemplate = holder['type'] === 'template' ? { ...named, ...this.#template(holder) } : named;
    return isRecord(meta)
      ? { ...instance, meta: withTemplate, ...this.#parameters(instance, owner) }
      : { ...withTemplate, ...this.#parameters(instance, owner) };
  }

  #attributes(holder: JsonRecord, owner: IndexedClass | undefined): JsonRecord {
    if (!Array.isArray(holder['attributes'])) return {};
    const before = holder['attributes'] as readonly unknown[];
    const after = before.map(entry => (isRecord(entry) ? this.#attribute(entry, owner) : entry));
    return { attributes: after.every((entry, index) => entry === before[index]) ? before : after };
  }

  #attribute(attribute: JsonRecord, owner: IndexedClass | undefined): JsonRecord {
    const lost = { ...attribute, id: -1, groupId: -1 };
    if (!owner) return lost;
    const { name, groupName, id } = attribute;
    const found = this.#find(
      groupName,
      attribute['groupId'],
      text => owner.groupsByName.get(text),
      number => owner.groupsById.get(number),
    );
    if (!found) {
      if (typeof groupName === 'string') this.missing.attributeGroup.add(groupName);
      return lost;
    }
    const place = { groupId: found.group.id, groupName: found.group.name };
    if (found.group.group_type !== 'radio' && found.group.group_type !== 'checklist') {
      if (!('id' in attribute) && attribute['groupId'] === place.groupId && groupName === place.groupName)
        return attribute;
      return { ...withoutFields(attribute, 'id'), ...place };
    }
    const value = this.#find(
      name,
      id,
      text => found.valuesByName.get(text),
      number => found.valuesById.get(number),
    );
    if (
      value &&
      id === value.id &&
      name === value.name &&
      attribute['groupId'] === place.groupId &&
      groupName === place.groupName
    )
      return attribute;
    if (value) return { ...attribute, ...place, id: value.id, name: value.name };
    if (typeof name === 'string') this.missing.attribute.add(name);
    return lost;
  }

  #parameters(instance: JsonRecord, owner: IndexedClass | undefined): JsonRecord {
    if (!Array.isArray(instance['parameters'])) return {};
    const timestamps = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((entry: unknown) => (isRecord(entry) ? { ...entry, ...this.#attributes(entry, owner) } : entry))
        : list;
    return {
      parameters: (instance['parameters'] as unknown[]).map(entry =>
        isRecord(entry) ? { ...entry, timestamps: timestamps(entry['timestamps']) } : entry,
      ),
    };
  }

  #template(instance: JsonRecord): JsonRecord {
    const templates = this.#options.templates ?? [];
    const { templateName, templateId } = instance;
    const found = this.#find(
      templateName,
      templateId,
      name => templates.find(template => template.name === name),
      id => templates.find(template => template.id === id),
    );
    if (found) return { templateId: found.id, templateName: found.name };
    if (typeof templateName === 'string') this.missing.template.add(templateName);
    return { templateId: -1 };
  }
}

/**
 * Replaces the class, attribute and template ids of a document by those of this project. An unknown class gives
 * `classId` -1 and keeps its name, so that making the class later repairs the instance; an unknown group or value `id`
 * and `groupId` -1; the instances and all other fields stay. The document is not changed, a new one is returned.
 */
export function* resolvingClasses(
  document: JsonRecord,
  classes: ClassIndex,
  options: ResolveOptions,
): Steps<ResolvedDocument> {
  const resolver = new NameResolver(classes, options);
  const before = document['instances'];
  const instances: unknown[] = [];
  if (Array.isArray(before))
    yield* stepping<unknown>(before, entry => void instances.push(isRecord(entry) ? resolver.instance(entry) : entry));
  const resolved = Array.isArray(before) ? { ...document, instances } : document;
  const missing: MissingResources = {
    class: [...resolver.missing.class],
    attribute: [...resolver.missing.attribute],
    attributeGroup: [...resolver.missing.attributeGroup],
    template: [...resolver.missing.template],
  };
  return { document: resolved, missingResources: missing, warnings: missingTexts(missing) };
}

/** All of {@link resolvingClasses} at once. */
export const resolveClasses = (document: JsonRecord, classes: ClassIndex, options: ResolveOptions): ResolvedDocument =>
  allAtOnce(resolvingClasses(document, classes, options));

/** The warning texts for names that were not found, each name once. */
export function missingTexts(missing: MissingResources): string[] {
  return [
    ...missing.class.map(name => `Couldn't find class ${name}.`),
    ...missing.attributeGroup.map(name => `Couldn't find annotation group ${name}.`),
    ...missing.attribute.map(name => `Couldn't find attribute ${name}.`),
    ...missing.template.map(name => `Couldn't find template ${name}.`),
  ];
}

/** Adds up the missing names of several documents. */
export function mergeMissing(lists: readonly MissingResources[]): MissingResources {
  const all = (field: keyof MissingResources): string[] => [...new Set(lists.flatMap(missing => missing[field]))];
  return {
    class: all('class'),
    attribute: all('attribute'),
    attributeGroup: all('attributeGroup'),
    template: all('template'),
  };
}
