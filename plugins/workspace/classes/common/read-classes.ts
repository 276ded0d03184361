import { attributeGroupTypes, attributeTextLimit, classNameLimit, classTypeNames } from './annotation-class.ts';
import type {
  AttributeDefault,
  AttributeGroupInput,
  AttributeGroupType,
  AttributeInput,
  ClassInput,
  ClassType,
  GroupCondition,
} from './annotation-class.ts';
import type { ClassShape } from './class-shapes.ts';
import { classShapes, shapedProjectTypes } from './class-shapes.ts';
import { conditionProblem } from './group-condition.ts';
import { parseClassColor } from './class-color.ts';

/** One problem of a class list. `path` names the place (`classes[0].color`), `message` is the whole text to show. */
export interface ClassIssue {
  readonly path: string;
  readonly message: string;
}

/** Permissions of the project; without it all types are accepted. */
export interface ReadClassesOptions {
  /** Number of the project type. */
  readonly projectType?: number;
  /** Public name of the project type, for the texts (`Vector`). */
  readonly projectTypeName?: string;
}

export interface ReadClassesResult {
  /** The classes in canonical form; complete only when `issues` is empty. */
  readonly classes: readonly ClassInput[];
  readonly issues: readonly ClassIssue[];
}

type Loose = Readonly<Record<string, unknown>>;
type Report = (path: string, text: string) => void;

/** Reported only when nothing else is wrong: the contract fixes the list of its own texts. */
const DUPLICATED = 'is duplicated';

const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const typeNumbers = new Map<unknown, ClassType>(
  Object.entries(classTypeNames).flatMap(([number, name]) => {
    const type = Number(number) as ClassType;
    return [
      [type, type],
      [name, type],
    ] as const;
  }),
);
const unknownGroupType = "Input should be 'radio', 'checklist', 'numeric', 'text' or 'ocr'";

function readName(record: Loose, path: string, report: Report, taken: Set<string>): string {
  const value = record['name'];
  if (value === undefined || value === null) report(path, 'is required');
  else if (typeof value !== 'string') report(path, 'must be a string');
  else if (value.trim() === '') report(path, 'is not allowed to be empty');
  else if ([...value].length > classNameLimit)
    report(path, `length must be less than or equal to ${classNameLimit} characters long`);
  else if (taken.has(value)) report(path, DUPLICATED);
  else taken.add(value);
  return typeof value === 'string' ? value : '';
}

const readId = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

function readFlag(value: unknown, path: string, report: Report): boolean {
  if (value === undefined || value === null || value === 0 || value === false) return false;
  if (value === 1 || value === true) return true;
  report(path, 'must be a boolean');
  return false;
}

function readList(value: unknown, path: string, report: Report): readonly (readonly [Loose, string])[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    report(path, 'must be an array');
    return [];
  }
  return value.flatMap((entry: unknown, at) => {
    if (isRecord(entry)) return [[entry, `${path}[${at}]`] as const];
    report(`${path}[${at}]`, 'must be an object');
    return [];
  });
}

function readGroupType(group: Loose, path: string, issues: ClassIssue[]): AttributeGroupType {
  const value = group['group_type'];
  if (value === undefined || value === null)
    return group['is_multiselect'] === 1 || group['is_multiselect'] === true ? 'checklist' : 'radio';
  const known = attributeGroupTypes.find(type => type === value);
  if (known === undefined) issues.push({ path: `${path}.group_type`, message: unknownGroupType });
  return known ?? 'radio';
}

/** `default_value` as given, or made from the attributes marked `default: 1`; the first wins when they differ. */
function readDefault(
  group: Loose,
  type: AttributeGroupType,
  marked: readonly string[],
  path: string,
  report: Report,
): AttributeDefault {
  const value = group['default_value'];
  // Clients send an empty text or list for "none", whatever the type of the group.
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    if (type === 'checklist') return marked;
    return type === 'radio' ? (marked[0] ?? null) : null;
  }
  if (type === 'checklist') {
    if (!Array.isArray(value)) return (report(path, 'must be an array'), []);
    if (value.some(entry => typeof entry !== 'string')) return (report(path, 'must be an array of strings'), []);
    return [...new Set(value as string[])];
  }
  if (type === 'numeric') {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return (report(path, 'must be a number'), null);
  }
  if (typeof value !== 'string') return (report(path, 'must be a string'), null);
  if (type !== 'radio' && value.length > attributeTextLimit)
    report(path, `length must be less than or equal to ${attributeTextLimit} characters long`);
  return value;
}

function readCondition(group: Loose, path: string, report: Report): GroupCondition | undefined {
  const value = group['shown_when'];
  if (value === undefined || value === null) return undefined;
  const { group: name, values } = isRecord(value) ? value : {};
  if (
    typeof name === 'string' &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((each): each is string => typeof each === 'string')
  )
    return { group: name, values: [...new Set(values)] };
  report(path, 'must be an object with a group and a list of values');
  return undefined;
}

function readGroup(
  group: Loose,
  path: string,
  taken: Set<string>,
  report: Report,
  issues: ClassIssue[],
  options: ReadClassesOptions,
): AttributeGroupInput {
  const name = readName(group, `${path}.name`, report, taken);
  const type = readGroupType(group, path, issues);
  if (type === 'ocr' && options.projectType !== undefined && options.projectType !== 1) {
    const message = `OCR attribute group is not supported for project type ${options.projectTypeName ?? options.projectType}.`;
    if (!issues.some(issue => issue.message === message)) issues.push({ path: `${path}.group_type`, message });
  }
  const choice = type === 'radio' || type === 'checklist';
  if (choice && (group['attributes'] === undefined || group['attributes'] === null))
    report(`${path}.attributes`, 'is required');
  const names = new Set<string>();
  const values = readList(group['attributes'], `${path}.attributes`, report).map(([entry, at]) => ({
    id: readId(entry['id']),
    name: readName(entry, `${at}.name`, report, names),
    marked: readFlag(entry['default'], `${at}.default`, report),
  }));
  const initial = readDefault(
    group,
    type,
    values.filter(value => value.marked).map(value => value.name),
    `${path}.default_value`,
    report,
  );
  const chosen = typeof initial === 'string' ? [initial] : Array.isArray(initial) ? (initial as readonly string[]) : [];
  if (choice && chosen.some(value => !names.has(value)))
    report(`${path}.default_value`, `must be one of [${[...names].join(', ')}]`);
  const attributes: AttributeInput[] = !choice
    ? []
    : values.map(value => ({
        ...(value.id === undefined ? {} : { id: value.id }),
        name: value.name,
        default: chosen.includes(value.name) ? 1 : 0,
      }));
  const id = readId(group['id']);
  const condition = readCondition(group, `${path}.shown_when`, report);
  return {
    ...(id === undefined ? {} : { id }),
    name,
    group_type: type,
    isRequired: readFlag(group['isRequired'], `${path}.isRequired`, report),
    default_value: Array.isArray(initial) ? [...(initial as readonly string[])] : (initial as string | number | null),
    ...(condition === undefined ? {} : { shown_when: { group: condition.group, values: [...condition.values] } }),
    attributes,
  };
}

/** Undefined for none, which is all. What cannot be limited, such as a tag, is left as it is. */
function readShapes(record: Loose, path: string, report: Report): ClassShape[] | undefined {
  const value = record['shapes'];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every(each => classShapes.some(shape => shape === each))) {
    report(path, `must be a list of: ${classShapes.join(', ')}`);
    return undefined;
  }
  const shapes = classShapes.filter(each => value.includes(each));
  return shapes.length === 0 ? undefined : shapes;
}

function readClass(
  record: Loose,
  path: string,
  taken: Set<string>,
  report: Report,
  issues: ClassIssue[],
  options: ReadClassesOptions,
): ClassInput {
  const name = readName(record, `${path}.name`, report, taken);
  const color = parseClassColor(record['color']);
  if (record['color'] === undefined || record['color'] === null) report(`${path}.color`, 'is required');
  else if (color === undefined) report(`${path}.color`, 'is not a color');
  const given = record['type'];
  const type = given === undefined || given === null ? 1 : typeNumbers.get(given);
  if (type === undefined) issues.push({ path: `${path}.type`, message: 'Input should be: object, tag, relationship' });
  if (type === 3 && options.projectType !== undefined && options.projectType !== 4) {
    const message = `relationship class type is not supported in ${options.projectTypeName ?? options.projectType} project.`;
    if (!issues.some(issue => issue.message === message)) issues.push({ path: `${path}.type`, message });
  }
  const groups = new Set<string>();
  const id = readId(record['id']);
  const read = readList(record['attribute_groups'], `${path}.attribute_groups`, report).map(([group, at]) =>
    readGroup(group, at, groups, report, issues, options),
  );
  for (const [at, group] of read.entries()) {
    const problem = conditionProblem(group, read);
    if (problem !== undefined) report(`${path}.attribute_groups[${at}].shown_when`, problem);
  }
  const limited =
    (type ?? 1) === 1 && (options.projectType === undefined || shapedProjectTypes.has(options.projectType));
  const shapes = limited ? readShapes(record, `${path}.shapes`, report) : undefined;
  return {
    ...(id === undefined ? {} : { id }),
    name,
    color: color ?? '',
    type: type ?? 1,
    ...(shapes === undefined ? {} : { shapes }),
    attribute_groups: read,
  };
}

/**
 * Reads a class list of any age: numbers or words for the type, CSS colours, `is_multiselect` of old files, ids of
 * another project (kept: creating ignores them, updating uses them). `default` and `default_value` are made to agree.
 * All problems are reported, in the order of the list.
 */
export function readClasses(list: unknown, options: ReadClassesOptions = {}): ReadClassesResult {
  const issues: ClassIssue[] = [];
  const report: Report = (path, text) => issues.push({ path, message: `"${path}" ${text}` });
  if (!Array.isArray(list))
    return { classes: [], issues: [{ path: 'classes', message: '"classes" must be an array' }] };
  const taken = new Set<string>();
  const classes = readList(list, 'classes', report).map(([record, path]) =>
    readClass(record, path, taken, report, issues, options),
  );
  const others = issues.filter(each => !each.message.endsWith(DUPLICATED));
  return { classes, issues: others.length > 0 ? others : issues };
}
