import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type {
  ClassIndex,
  DocumentForm,
  DocumentIssue,
  JsonRecord,
  JsonSchema,
  MaskFacts,
} from '#plugins/annotate/annotations/common/index.ts';
import {
  checkAttributes,
  classOf,
  documentChecks,
  errorAt,
  isRecord,
  maskField,
  warningAt,
} from '#plugins/annotate/annotations/common/index.ts';
import { parsePartColor, partColorText } from '#plugins/annotate/annotations/common/raster/index.ts';
import { pixelSchema } from './pixel-schema.ts';

/** Facts for the checks beyond the document. */
export interface PixelCheckOptions {
  /** `export` for files and uploads (names), `internal` for what the editor saves (ids). */
  readonly form: DocumentForm;
  readonly classes?: ClassIndex;
  /** Size of the upright image in pixels. */
  readonly media?: { readonly width: number; readonly height: number };
  /** The mask that the document names; undefined when there is none. */
  readonly mask: MaskFacts | undefined;
}

const schemas: Readonly<Record<DocumentForm, JsonSchema>> = {
  export: pixelSchema('export'),
  internal: pixelSchema('internal'),
};

/**
 * Checks a pixel document with its mask: errors refuse it, warnings are reported. How large an image may be is a matter
 * of its upload.
 */
export function* pixelChecks(document: unknown, options: PixelCheckOptions): Steps<readonly DocumentIssue[]> {
  const formal = yield* documentChecks(schemas[options.form], document);
  if (!isRecord(document)) return formal;
  const instances: readonly unknown[] = Array.isArray(document['instances']) ? document['instances'] : [];
  const painted = instances.flatMap((instance, at) =>
    isRecord(instance) && instance['type'] !== 'tag' ? [{ instance, path: `instances[${at}]` }] : [],
  );
  const own: DocumentIssue[] = [];
  yield* stepping(instances, (instance, at) => {
    if (isRecord(instance)) own.push(...checkClass(instance, `instances[${at}]`, options));
  });
  return [...formal, ...own, ...checkColors(painted), ...checkMask(document, painted, options)];
}

interface Painted {
  readonly instance: JsonRecord;
  readonly path: string;
}

function checkClass(instance: JsonRecord, path: string, { classes }: PixelCheckOptions): readonly DocumentIssue[] {
  const owner = classes && classOf(instance, classes);
  if (!owner) return [];
  const { name, type } = owner.entry;
  if (type === 3) return [errorAt(`${path}.className`, 'relationship class type is not supported in Pixel project.')];
  const wanted = instance['type'] === 'tag' ? 2 : 1;
  if (type !== wanted)
    return [errorAt(`${path}.className`, `'${name}' is not ${wanted === 2 ? 'a tag' : 'an object'} class`)];
  return checkAttributes(instance, path, owner, false);
}

/** Each part's colour with its place; what is no colour is left out. */
function partsOf(
  painted: readonly Painted[],
): readonly { readonly color: number; readonly path: string; readonly instance: string }[] {
  return painted.flatMap(({ instance, path }) =>
    (Array.isArray(instance['parts']) ? instance['parts'] : []).flatMap((part: unknown, at) => {
      const color = isRecord(part) ? parsePartColor(part['color']) : undefined;
      return color === undefined ? [] : [{ color, path: `${path}.parts[${at}].color`, instance: path }];
    }),
  );
}

function checkColors(painted: readonly Painted[]): readonly DocumentIssue[] {
  const issues: DocumentIssue[] = painted.flatMap(({ instance, path }) => {
    if (!Array.isArray(instance['parts'])) return [];
    if (instance['parts'].length === 0) return [errorAt(`${path}.parts`, '[] is too short')];
    return instance['parts'].flatMap((part: unknown, at) => {
      const color = isRecord(part) ? part['color'] : undefined;
      return typeof color === 'string' && parsePartColor(color) === undefined
        ? [errorAt(`${path}.parts[${at}].color`, `'${color}' is not a color`)]
        : [];
    });
  });
  const uses = new Map<number, { readonly path: string; count: number }>();
  for (const { color, path } of partsOf(painted)) {
    const use = uses.get(color);
    if (color === 0) issues.push(errorAt(path, '#000000 is the background'));
    if (use === undefined) uses.set(color, { path, count: 1 });
    else use.count += 1;
  }
  for (const [color, { path, count }] of uses)
    if (count > 1) issues.push(errorAt(path, `${partColorText(color)} is used by ${count} parts`));
  return issues;
}

function checkMask(
  document: JsonRecord,
  painted: readonly Painted[],
  { media, mask }: PixelCheckOptions,
): readonly DocumentIssue[] {
  const issues: DocumentIssue[] = [];
  if (mask === undefined) {
    const named = document[maskField] !== undefined && document[maskField] !== null;
    return painted.length > 0 || named ? [...issues, errorAt(named ? maskField : '', 'mask file is required')] : issues;
  }
  if (media !== undefined && (media.width !== mask.width || media.height !== mask.height))
    issues.push(errorAt('', `mask is ${mask.width}x${mask.height}, image is ${media.width}x${media.height}`));
  const pixels = new Map(mask.colors);
  const parts = partsOf(painted);
  for (const { color, path } of parts)
    if (color !== 0 && !pixels.has(color)) issues.push(warningAt(path, `${partColorText(color)} has no pixels`));
  const listed = new Set(parts.map(part => part.color));
  for (const [color, count] of mask.colors)
    if (!listed.has(color))
      issues.push(warningAt('', `${count} pixels of ${partColorText(color)} belong to no instance`));
  if (mask.softAlpha !== undefined)
    issues.push(warningAt('', `alpha ${mask.softAlpha.alpha} at ${mask.softAlpha.x},${mask.softAlpha.y}`));
  return issues;
}
