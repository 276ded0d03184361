import type { AnnotationClass, AttributeGroupInput, AttributeGroupType } from '#plugins/classes/common/annotation-class.ts';
import { isRecord, recordsOf } from '#plugins/editor/common/json-value.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import type { TransferReport } from '../transfer-report.ts';
import { flagNames } from './coco-file.ts';

/** A value of the `attributes` object of an annotation. */
type CocoValue = string | number | boolean | readonly unknown[];

const isValue = (value: unknown): value is CocoValue => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || Array.isArray(value);

/** The group type a foreign value asks for (formats/interop 0.5). */
function typeOfValue(name: string, value: CocoValue): AttributeGroupType {
  if (typeof value === 'boolean' || flagNames.has(name)) return 'radio';
  if (Array.isArray(value)) return 'checklist';
  return typeof value === 'number' ? 'numeric' : 'text';
}

/** Text of a choice: flags are 0 and 1. */
const choiceText = (value: unknown): string => (typeof value === 'boolean' ? String(Number(value)) : String(value));

/** The attributes of an annotation that become groups: a rotation belongs to the shape, a crowd is a flag. */
export function ownAttributes(annotation: JsonRecord): JsonRecord {
  const given = isRecord(annotation['attributes']) ? annotation['attributes'] : {};
  const own = Object.fromEntries(Object.entries(given).filter(([name, value]) => name !== 'rotation' || typeof value !== 'number'));
  return annotation['iscrowd'] === 1 ? { ...own, iscrowd: true } : own;
}

/** The attribute groups that the annotations of one label ask for. */
export class AttributeCollector {
  readonly #groups = new Map<string, { type: AttributeGroupType; values: Set<string> }>();
  readonly #existing: ReadonlyMap<string, AttributeGroupType>;

  constructor(existing: AnnotationClass | undefined) {
    this.#existing = new Map(existing?.attribute_groups.map((group) => [group.name, group.group_type]));
  }

  /** Takes the attributes of one annotation into account. */
  collect(attributes: JsonRecord): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (!isValue(value)) continue;
      const type = typeOfValue(name, value);
      const group = this.#groups.get(name) ?? { type, values: new Set(type === 'radio' && (typeof value === 'boolean' || flagNames.has(name)) ? ['0', '1'] : []) };
      // A name that holds values of different kinds can only be text.
      if (group.type !== type) group.type = 'text';
      for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : [value]) group.values.add(choiceText(entry));
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
      attributes: type === 'radio' || type === 'checklist' ? [...values].map((value) => ({ name: value, default: 0 as const })) : [],
    }));
  }

  /** The attribute values of one annotation. A value that does not fit its group is reported and left out. */
  read(attributes: JsonRecord, report: TransferReport): JsonRecord[] {
    return Object.entries(attributes).flatMap(([groupName, value]): JsonRecord[] => {
      if (value === null || value === undefined) return [];
      if (!isValue(value)) return report.lose(`attributes.${groupName}`, 'annotation'), [];
      const type = this.typeOf(groupName);
      if (type === 'checklist') return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((entry) => ({ name: choiceText(entry), groupName }));
      if (type !== 'numeric') return [{ name: choiceText(Array.isArray(value) ? value.map(choiceText).join(', ') : value), groupName }];
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
      if (Number.isFinite(number)) return [{ name: number, groupName }];
      return report.lose(`attributes.${groupName}`, 'annotation'), [];
    });
  }
}

/**
 * The `attributes` object of an instance: checklists as lists, numbers as numbers, flags as booleans, all else as
 * text. `skip` names groups that have another place.
 */
export function writeAttributes(instance: JsonRecord, owner: AnnotationClass | undefined, skip: ReadonlySet<string>): Record<string, unknown> {
  const types = new Map(owner?.attribute_groups.map((group) => [group.name, group.group_type]));
  const written: Record<string, unknown> = {};
  for (const { groupName, name } of recordsOf(instance['attributes'])) {
    if (typeof groupName !== 'string' || name === undefined || name === null || skip.has(groupName)) continue;
    const before = written[groupName];
    if (types.get(groupName) === 'checklist' || before !== undefined) written[groupName] = before === undefined ? [name] : [before, name].flat();
    else written[groupName] = flagNames.has(groupName) && (name === '0' || name === '1') ? name === '1' : name;
  }
  return written;
}
