import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type {
  ClassIndex,
  DocumentForm,
  DocumentIssue,
  JsonRecord,
  JsonSchema,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  checkAttributes,
  classOf,
  documentChecks,
  errorAt,
  isRecord,
  recordsOf,
  warningAt,
} from '#plugins/annotate/annotations/common/index.ts';
import { CodePoints } from './code-points.ts';
import { textSchema } from './text-schema.ts';

/** Facts for the checks beyond the document. */
export interface TextCheckOptions {
  /** `export` for files and uploads (names), `internal` for what the editor saves (ids). */
  readonly form: DocumentForm;
  /** The classes of the project; without them nothing is said about attributes and class types. */
  readonly classes?: ClassIndex;
  /** The text itself, as `readText` gives it. */
  readonly text?: string;
  /** Code points of the text, where only that is known of it. */
  readonly contentLength?: number;
  /** The item is about to be Completed: required attribute groups must hold a value. */
  readonly completing?: boolean;
}

const schemas: Readonly<Record<DocumentForm, JsonSchema>> = {
  export: textSchema('export'),
  internal: textSchema('internal'),
};

/** The class type each kind of instance needs, and its name in messages. */
const wantedTypes: Readonly<Record<string, { readonly type: number; readonly name: string }>> = {
  entity: { type: 1, name: 'an object' },
  tag: { type: 2, name: 'a tag' },
  relationship: { type: 3, name: 'a relationship' },
};

/** Checks a text document: errors refuse it, warnings are reported. */
export function* textChecks(document: unknown, options: TextCheckOptions): Steps<readonly DocumentIssue[]> {
  const formal = yield* documentChecks(schemas[options.form], document);
  if (!isRecord(document)) return formal;
  const instances = recordsOf(document['instances']);
  const points = options.text === undefined ? undefined : new CodePoints(options.text);
  const length = points?.length ?? options.contentLength;
  const entities = new Set(
    instances.flatMap(each => (each['type'] === 'entity' && typeof each['id'] === 'string' ? [each['id']] : [])),
  );
  const seen = new Set<string>();
  const found: DocumentIssue[] = [];
  yield* stepping(instances, (instance, at) => {
    const path = `instances[${at}]`;
    const twice = twiceUsed(instance, path, seen);
    const placed =
      instance['type'] === 'entity'
        ? spanIssues(instance, path, options.text, points, length)
        : instance['type'] === 'relationship'
          ? relationIssues(instance, path, entities)
          : [];
    found.push(...twice, ...placed, ...classIssues(instance, path, options));
  });
  return [
    ...formal,
    ...found,
    ...recordsOf(document['comments']).flatMap((comment, at) => boundIssues(comment, `comments[${at}]`, length)),
    ...lengthWarnings(document['metadata'], length),
  ];
}

function twiceUsed({ id }: JsonRecord, path: string, seen: Set<string>): readonly DocumentIssue[] {
  if (typeof id !== 'string') return [];
  if (seen.has(id)) return [errorAt(`${path}.id`, `'${id}' is duplicated`)];
  seen.add(id);
  return [];
}

/** Start before end, both inside of the text. */
function boundIssues({ start, end }: JsonRecord, path: string, length: number | undefined): readonly DocumentIssue[] {
  if (!isPlace(start) || !isPlace(end)) return [];
  if (end <= start) return [errorAt(`${path}.end`, `end ${end} is not after start ${start}`)];
  return length !== undefined && end > length
    ? [errorAt(`${path}.end`, `${end} is greater than the maximum of ${length}`)]
    : [];
}

function spanIssues(
  instance: JsonRecord,
  path: string,
  text: string | undefined,
  points: CodePoints | undefined,
  length: number | undefined,
): readonly DocumentIssue[] {
  const bounds = boundIssues(instance, path, length);
  const { start, end } = instance;
  if (bounds.length > 0 || text === undefined || points === undefined || !isPlace(start) || !isPlace(end))
    return bounds;
  const marked = text.slice(points.toUnit(start), points.toUnit(end));
  return [
    ...(marked.trim() === marked ? [] : [warningAt(path, 'the span begins or ends with white space')]),
    ...(cutsCluster(text, points.toUnit(start)) || cutsCluster(text, points.toUnit(end))
      ? [warningAt(path, 'the span cuts a combining sequence')]
      : []),
  ];
}

/** A mark that belongs to the character before follows at a place. */
const cutsCluster = (text: string, unit: number): boolean =>
  unit > 0 && unit < text.length && /^[\p{M}\u200d]/u.test(text.slice(unit, unit + 2)) && !/\s/.test(text[unit - 1]!);

function relationIssues(
  { from, to }: JsonRecord,
  path: string,
  entities: ReadonlySet<string>,
): readonly DocumentIssue[] {
  const unknown = (
    [
      ['from', from],
      ['to', to],
    ] as const
  ).flatMap(([field, id]) =>
    typeof id === 'string' && !entities.has(id) ? [errorAt(`${path}.${field}`, `'${id}' is not an entity id`)] : [],
  );
  return unknown.length === 0 && typeof from === 'string' && from === to
    ? [errorAt(path, 'relationship points to itself')]
    : unknown;
}

function classIssues(instance: JsonRecord, path: string, options: TextCheckOptions): readonly DocumentIssue[] {
  const owner = options.classes && classOf(instance, options.classes);
  const wanted = wantedTypes[String(instance['type'])];
  if (!owner || wanted === undefined) return [];
  if (owner.entry.type !== wanted.type)
    return [errorAt(`${path}.className`, `'${owner.entry.name}' is not ${wanted.name} class`)];
  return checkAttributes(instance, path, owner, options.completing === true);
}

function lengthWarnings(metadata: unknown, length: number | undefined): readonly DocumentIssue[] {
  const statedLength = isRecord(metadata) ? metadata['contentLength'] : undefined;
  if (length === undefined || typeof statedLength !== 'number' || statedLength === length) return [];
  return [
    warningAt('metadata.contentLength', `metadata.contentLength ${statedLength} differs from the text (${length})`),
  ];
}

const isPlace = (value: unknown): value is number => Number.isInteger(value);
