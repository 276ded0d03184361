import type { AttributeGroupType, GroupCondition } from './annotation-class.ts';

/** A group with what it depends on. */
export interface ConditionalGroup {
  readonly name: string;
  readonly group_type: AttributeGroupType;
  readonly shown_when?: GroupCondition | undefined;
  readonly attributes: readonly { readonly name: string }[];
}

const isChoice = ({ group_type: type }: ConditionalGroup): boolean => type === 'radio' || type === 'checklist';

/**
 * Returns the problem of a group's condition among the groups of its class, as the end of a sentence about
 * `shown_when`; undefined when it is right.
 */
export function conditionProblem(group: ConditionalGroup, groups: readonly ConditionalGroup[]): string | undefined {
  const { shown_when: condition } = group;
  if (condition === undefined) return undefined;
  const parent = groups.find(each => each.name === condition.group);
  if (parent === undefined || !isChoice(parent))
    return `must name another radio or checklist group of the class, not “${condition.group}”`;
  const unknown = condition.values.find(value => !parent.attributes.some(each => each.name === value));
  if (unknown !== undefined)
    return `must list values of “${parent.name}” [${parent.attributes.map(each => each.name).join(', ')}], not “${unknown}”`;
  return ancestorsOf(group, groups).includes(group) ? 'must not depend on itself' : undefined;
}

/** Returns the groups a group depends on, the nearest first; ends where a group occurs again. */
export function ancestorsOf<G extends ConditionalGroup>(group: G, groups: readonly G[]): readonly G[] {
  const found: G[] = [];
  let current: G | undefined = group;
  while (current?.shown_when !== undefined) {
    const { group: name }: GroupCondition = current.shown_when;
    current = groups.find(each => each.name === name);
    if (current === undefined || found.includes(current)) break;
    found.push(current);
  }
  return found;
}

interface Named {
  readonly id?: unknown;
  readonly name?: unknown;
}
interface NamedGroup extends Named {
  readonly attributes?: unknown;
  readonly shown_when?: unknown;
}

/**
 * Returns groups whose conditions follow groups and values that an update renames by id. What is malformed stays as it
 * is.
 */
export function followRenames(
  before: readonly {
    readonly id: number;
    readonly name: string;
    readonly attributes: readonly { readonly id: number; readonly name: string }[];
  }[],
  groups: readonly NamedGroup[],
): readonly NamedGroup[] {
  return groups.map(group => {
    if (typeof group !== 'object' || group === null) return group;
    const condition = group.shown_when as Partial<GroupCondition> | null | undefined;
    if (typeof condition !== 'object' || condition === null || !Array.isArray(condition.values)) return group;
    // A name that is still there is taken as it is written.
    const old = before.find(each => each.name === condition.group);
    const parent = old === undefined ? undefined : groups.find(each => each?.id === old.id);
    if (old === undefined || parent === undefined || typeof parent.name !== 'string') return group;
    const values = Array.isArray(parent.attributes) ? (parent.attributes as readonly Named[]) : [];
    const renamed = (value: unknown): unknown => {
      if (values.some(each => each?.name === value)) return value;
      const oldValue = old.attributes.find(each => each.name === value);
      return oldValue === undefined ? value : (values.find(each => each?.id === oldValue.id)?.name ?? value);
    };
    return { ...group, shown_when: { group: parent.name, values: condition.values.map(renamed) } };
  });
}
