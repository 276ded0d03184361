import { allAtOnce, stepping } from '#core/base/common/index.ts';
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
  warningAt,
} from '#plugins/annotate/annotations/common/index.ts';
import { shapeErrors, shapeWarnings } from './shape-checks.ts';
import type { MediaSize } from './shape-checks.ts';
import { vectorSchema } from './vector-schema.ts';

/** Facts for the checks beyond the document. */
export interface VectorCheckOptions {
  /** `export` for files and uploads (names), `internal` for what the editor saves (ids). */
  readonly form: DocumentForm;
  /** The classes of the project; without them nothing is said about attributes and class types. */
  readonly classes?: ClassIndex;
  /** Size of the image in pixels; the media wins over the metadata. */
  readonly media?: MediaSize;
  /** The item is about to be Completed: required attribute groups must hold a value. */
  readonly completing?: boolean;
}

const schemas: Readonly<Record<DocumentForm, JsonSchema>> = {
  export: vectorSchema('export'),
  internal: vectorSchema('internal'),
};

function checkClass(instance: JsonRecord, path: string, options: VectorCheckOptions): readonly DocumentIssue[] {
  const owner = options.classes && classOf(instance, options.classes);
  if (!owner) return [];
  const { name, type } = owner.entry;
  if (type === 3) return [errorAt(`${path}.className`, 'relationship class type is not supported in Vector project.')];
  const wanted = instance['type'] === 'tag' ? 2 : 1;
  if (type !== wanted)
    return [errorAt(`${path}.className`, `'${name}' is not ${wanted === 2 ? 'a tag' : 'an object'} class`)];
  return checkAttributes(instance, path, owner, options.completing === true);
}

function sizeWarnings(metadata: JsonRecord, media: MediaSize): DocumentIssue[] {
  return (['width', 'height'] as const).flatMap(side => {
    const value = metadata[side];
    if (typeof value !== 'number' || value === media[side]) return [];
    return [warningAt(`metadata.${side}`, `metadata.${side} ${value} differs from the image (${media[side]})`)];
  });
}

function mediaSize(metadata: JsonRecord, options: VectorCheckOptions): MediaSize | undefined {
  if (options.media) return options.media;
  const { width, height } = metadata;
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

/**
 * Checks a vector document: errors refuse it, warnings are reported. Order is that of
 * the checks; `reportText` sorts by path.
 */
export function* vectorChecks(document: unknown, options: VectorCheckOptions): Steps<readonly DocumentIssue[]> {
  const formal = yield* documentChecks(schemas[options.form], document);
  if (!isRecord(document)) return formal;
  const metadata = isRecord(document['metadata']) ? document['metadata'] : {};
  const size = mediaSize(metadata, options);
  const broken = new Set(formal.map(issue => /^instances\[\d+\]/.exec(issue.path)?.[0]));
  const instances: readonly unknown[] = Array.isArray(document['instances']) ? document['instances'] : [];
  const found: DocumentIssue[] = [];
  yield* stepping(instances, (instance, at) => {
    const path = `instances[${at}]`;
    if (!isRecord(instance)) return;
    const errors = [...shapeErrors(instance, path), ...checkClass(instance, path, options)];
    found.push(...errors);
    // Geometry is only looked at when it is well-formed.
    if (!broken.has(path) && errors.every(issue => issue.severity !== 'error'))
      found.push(...shapeWarnings(instance, path, size));
  });
  const odd = new Set(
    found.filter(issue => issue.message.endsWith('has an odd number of coordinates')).map(issue => issue.path),
  );
  return [
    ...formal.filter(issue => !(odd.has(issue.path) && issue.message.endsWith('is too short'))),
    ...found,
    ...(options.media ? sizeWarnings(metadata, options.media) : []),
  ];
}

/** All of {@link vectorChecks} at once. */
export const checkVectorDocument = (document: unknown, options: VectorCheckOptions): readonly DocumentIssue[] =>
  allAtOnce(vectorChecks(document, options));
