import type { AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { ClassIndex, IndexedClass } from './class-index.ts';
import { isRecord } from './json-value.ts';
import type { JsonRecord } from './json-value.ts';
import type { TemplateName } from './resolve-classes.ts';
import { resolveClasses } from './resolve-classes.ts';

/** A name that a document uses and the other project does not have, or has as something else. */
export interface LackingName {
  readonly kind: 'class' | 'group' | 'value';
  readonly className: string;
  /** Of a group or a value. */
  readonly groupName?: string;
  readonly valueName?: string;
  /** It is there, but as another type of class or group: making it is no way out. */
  readonly clash: boolean;
}

/** A document for another project. */
export interface CrossedDocument {
  /** In stored form with the ids of the other project, without what that one lacks. */
  readonly document: JsonRecord;
  /** Missing names, each once. */
  readonly lacking: readonly LackingName[];
  /** Instances whose class it lacks: they are not in the document. */
  readonly dropped: readonly JsonRecord[];
}

/** The text by which two lacking names are the same. */
export const lackingKey = ({ kind, className, groupName, valueName }: LackingName): string =>
  JSON.stringify([kind, className, groupName, valueName]);

/** The name as people know it: `Car`, `Car ▸ Colour`, `Car ▸ Colour ▸ red`. */
export const lackingText = ({ className, groupName, valueName }: LackingName): string =>
  [className, groupName, valueName].filter(each => each !== undefined).join(' ▸ ');

const chooses = ({ group_type: type }: AttributeGroup): boolean => type === 'radio' || type === 'checklist';

/** Carries one document over, and notes what has no place there. */
class Crosser {
  readonly lacking = new Map<string, LackingName>();
  readonly dropped: JsonRecord[] = [];

  constructor(
    private readonly from: ClassIndex,
    private readonly to: ClassIndex,
  ) {}

  instance(instance: JsonRecord): readonly JsonRecord[] {
    const meta = instance['meta'];
    const holder = isRecord(meta) ? meta : instance;
    const name = holder['className'];
    // Comments of a timeline and unclassified instances have no class; they go along as they are.
    if (holder['type'] === 'comment' || typeof name !== 'string') return [instance];
    const there = this.to.byName.get(name);
    const here = this.from.byName.get(name);
    // A class that this project does not have either keeps its name, for the day it is made.
    if (there === undefined && here === undefined) return [instance];
    if (there === undefined || (here !== undefined && here.entry.type !== there.entry.type)) {
      this.#lack({ kind: 'class', className: name, clash: there !== undefined });
      this.dropped.push(instance);
      return [];
    }
    const kept = this.#attributes(holder, here, there);
    return [
      isRecord(meta)
        ? { ...instance, meta: kept, ...this.#parameters(instance, here, there) }
        : { ...kept, ...this.#parameters(instance, here, there) },
    ];
  }

  #attributes(holder: JsonRecord, here: IndexedClass | undefined, there: IndexedClass): JsonRecord {
    if (!Array.isArray(holder['attributes'])) return holder;
    const before = holder['attributes'] as readonly unknown[];
    const after = before.filter(each => !isRecord(each) || this.#fits(each, here, there));
    return after.length === before.length ? holder : { ...holder, attributes: after };
  }

  /** Values without a group in this project either are kept as they are. */
  #fits(attribute: JsonRecord, here: IndexedClass | undefined, there: IndexedClass): boolean {
    const { groupName, name } = attribute;
    const own = typeof groupName === 'string' ? here?.groupsByName.get(groupName) : undefined;
    if (own === undefined || typeof groupName !== 'string') return true;
    const className = there.entry.name;
    const found = there.groupsByName.get(groupName);
    if (found === undefined || found.group.group_type !== own.group.group_type) {
      this.#lack({ kind: 'group', className, groupName, clash: found !== undefined });
      return false;
    }
    if (!chooses(own.group) || typeof name !== 'string' || !own.valuesByName.has(name) || found.valuesByName.has(name))
      return true;
    this.#lack({ kind: 'value', className, groupName, valueName: name, clash: false });
    return false;
  }

  #parameters(instance: JsonRecord, here: IndexedClass | undefined, there: IndexedClass): JsonRecord {
    if (!Array.isArray(instance['parameters'])) return {};
    const timestamps = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((entry: unknown) => (isRecord(entry) ? this.#attributes(entry, here, there) : entry))
        : list;
    return {
      parameters: (instance['parameters'] as unknown[]).map(entry =>
        isRecord(entry) ? { ...entry, timestamps: timestamps(entry['timestamps']) } : entry,
      ),
    };
  }

  #lack(name: LackingName): void {
    this.lacking.set(lackingKey(name), name);
  }
}

/**
 * Carries a stored document to another project of the same type by the names of classes, groups and values. Ids
 * are those of the other project afterwards; who made what, and when, stays. The document is not changed.
 */
export function crossDocument(
  stored: JsonRecord,
  from: ClassIndex,
  to: ClassIndex,
  templates: readonly TemplateName[] = [],
): CrossedDocument {
  const named = resolveClasses(stored, from, { ids: 'prefer', templates }).document;
  const crosser = new Crosser(from, to);
  const instances = named['instances'];
  const kept = Array.isArray(instances)
    ? {
        ...named,
        instances: instances.flatMap((each: unknown): readonly unknown[] =>
          isRecord(each) ? crosser.instance(each) : [each],
        ),
      }
    : named;
  const { document } = resolveClasses(kept, to, { ids: 'ignore', templates });
  return { document, lacking: [...crosser.lacking.values()], dropped: crosser.dropped };
}
