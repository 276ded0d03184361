import type {
  AnnotationClass,
  AttributeGroupInput,
  AttributeGroupType,
} from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { TransferReport } from '../transfer-report.ts';

/** Flags that tools write as booleans; with us radio groups with the values 0 and 1. */
export const flagNames: ReadonlySet<string> = new Set(['occluded', 'truncated', 'difficult', 'iscrowd']);

/** A value of the `attributes` object of an annotation. */
type ForeignValue = string | number | boolean | readonly unknown[];

const isValue = (value: unknown): value is ForeignValue =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || Array.isArray(value);

/** The group type a foreign value asks for. */
function typeOfValue(name: string, value: ForeignValue): AttributeGroupType {
  if (typeof value === 'boolean' || flagNames.has(name)) return 'radio';
  if (Array.isArray(value)) return 'checklist';
  return typeof value === 'number' ? 'numeric' : 'text';
}

/** Text of a choice: flags are 0 and 1. */
const choiceText = (value: unknown): string => (typeof value === 'boolean' ? String(Number(value)) : String(value));

/** The attribute groups that the annotations of one label ask for. */
export class AttributeCollector {
  readonly #groups = new Map<string, { type: AttributeGroupType; values: Set<string>; listed?: boolean }>();
  readonly #existing: ReadonlyMap<string, AttributeGroupType>;

  constructor(existing: AnnotationClass | undefined) {
    this.#existing = new Map(existing?.attribute_groups.map(group => [group.name, group.group_type]));
  }

  /** Takes the groups a file lists with their values; what annotations hold is added. */
  declare(
    groups: readonly { readonly name: string; readonly type: AttributeGroupType; readonly values: readonly string[] }[],
  ): void {
    for (const { name, type, values } of groups)
      if (!this.#groups.has(name)) this.#groups.set(name, { type, values: new Set(values), listed: true });
  }

  /** Takes the attributes of one annotation into account. */
  collect(attributes: JsonRecord): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (!isValue(value)) continue;
      const type = typeOfValue(name, value);
      const group = this.#groups.get(name) ?? {
        type,
        values: new Set(type === 'radio' && (typeof value === 'boolean' || flagNames.has(name)) ? ['0', '1'] : []),
      };
      // A name that holds values of different kinds can only be text.
      if (group.type !== type && group.listed !== true) group.type = 'text';
      for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        group.values.add(choiceText(entry));
      this.#groups.set(name, group);
    }
  }

  /** The type of a group: that of the class when it exists. */
  typeOf(name: string): AttributeGroupType {
    return this.#existing.get(name) ?? this.#groups.get(name)?.type ?? 'text';
  }

  /** The groups a new class needs, in the order they were met. */
  groups(): AttributeGroupInput[] {
    return [...this.#groups].map(([name, { type, values }]) => ({
      name,
      group_type: type,
      isRequired: false,
      default_value: type === 'checklist' ? [] : null,
      attributes:
        type === 'radio' || type === 'checklist'
          ? [...values].map(value => ({ name: value, default: 0 as const }))
          : [],
    }));
  }

  /** The attribute values of one annotation. A value that does not fit its group is reported and left out. */
  read(attributes: JsonRecord, report: TransferReport): JsonRecord[] {
    return Object.entries(attributes).flatMap(([groupName, value]): JsonRecord[] => {
      if (value === null || value === undefined) return [];
      if (!isValue(value)) return (report.lose(`attributes.${groupName}`, 'annotation'), []);
      const type = this.typeOf(groupName);
      if (type === 'checklist')
        return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(entry => ({
          name: choiceText(entry),
          groupName,
        }));
      if (type !== 'numeric')
        return [{ name: choiceText(Array.isArray(value) ? value.map(choiceText).join(', ') : value), groupName }];
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
      if (Number.isFinite(number)) return [{ name: number, groupName }];
      return (report.lose(`attributes.${groupName}`, 'annotation'), []);
    });
  }
}

/**
 * The `attributes` object of an instance: checklists as lists, numbers as numbers, flags as booleans, all else as
 * text. `skip` names groups that have another place.
 */
export function writeAttributes(
  instance: JsonRecord,
  owner: AnnotationClass | undefined,
  skip: ReadonlySet<string>,
): Record<string, unknown> {
  const types = new Map(owner?.attribute_groups.map(group => [group.name, group.group_type]));
  const written: Record<string, unknown> = {};
  for (const { groupName, name } of recordsOf(instance['attributes'])) {
    if (typeof groupName !== 'string' || name === undefined || name === null || skip.has(groupName)) continue;
    const before = written[groupName];
    if (types.get(groupName) === 'checklist' || before !== undefined)
      written[groupName] = before === undefined ? [name] : [before, name].flat();
    else written[groupName] = flagNames.has(groupName) && (name === '0' || name === '1') ? name === '1' : name;
  }
  return written;
}
