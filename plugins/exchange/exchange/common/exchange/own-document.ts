import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { maskToRings } from '../mask/mask-to-rings.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { paintMask } from '../mask/mask-pixels.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import { ringsOf } from './instance-rings.ts';
import { classNameOf } from './label-book.ts';
import type { LabelBook } from './label-book.ts';
import type { NeutralDocument, NeutralInstance } from './neutral-document.ts';
import type { RasterPicture } from './raster-picture.ts';

/** A document of the own format, and the mask that goes with it in pixel projects. */
export interface OwnDocument {
  readonly document: JsonRecord;
  readonly mask?: RasterPicture;
}

/** Parts are painted in steps of this colour. */
const colorStep = 15;

const sharedFields = (
  { className, attributes, fields }: NeutralInstance,
  book: LabelBook,
  report: TransferReport,
): JsonRecord => ({
  ...(className.trim() === '' ? { classId: -1 } : { className: classNameOf(className) }),
  attributes: book.values(className, attributes ?? {}, report),
  ...fields,
});

function frame({ name, width, height, source, tags }: NeutralDocument, instances: readonly JsonRecord[]): JsonRecord {
  return {
    metadata: {
      name,
      ...(width === undefined || height === undefined ? {} : { width, height }),
      ...(source === undefined ? {} : { source }),
    },
    instances,
    tags: tags ?? [],
    comments: [],
  };
}

/** A document for a vector project: masks become polygons, several areas of one share a new group. */
export function vectorDocument(neutral: NeutralDocument, book: LabelBook, report: TransferReport): OwnDocument {
  let next = neutral.instances.reduce((most, { fields }) => Math.max(most, Number(fields?.['groupId'] ?? 0)), 0);
  const instances = neutral.instances.flatMap((instance): JsonRecord[] => {
    const shared = sharedFields(instance, book, report);
    const { geometry } = instance;
    if (geometry.type !== 'mask') return [{ ...geometry, ...shared }];
    const areas = maskToRings((geometry as { readonly runs: MaskRuns }).runs);
    const group = areas.length > 1 && shared['groupId'] === undefined ? { groupId: (next += 1) } : {};
    return areas.map(area => ({ type: 'polygon', points: area.points, exclude: area.holes, ...shared, ...group }));
  });
  return { document: frame(neutral, instances) };
}

/**
 * A document for a pixel project with its mask: every object one part in its own colour, later objects over earlier
 * ones; shapes without an area are left out and counted.
 */
export function pixelDocument(
  neutral: NeutralDocument,
  size: { readonly width: number; readonly height: number },
  book: LabelBook,
  report: TransferReport,
): OwnDocument {
  const pixels = new Uint32Array(size.width * size.height);
  const instances: JsonRecord[] = [];
  let color = 0;
  for (const instance of neutral.instances) {
    const { geometry } = instance;
    const { groupId: group, ...shared } = sharedFields(instance, book, report);
    if (geometry.type === 'tag') {
      instances.push({ type: 'tag', ...shared });
      continue;
    }
    const rings = geometry.type === 'mask' ? undefined : ringsOf(geometry as JsonRecord);
    const runs =
      geometry.type === 'mask'
        ? (geometry as { readonly runs: MaskRuns }).runs
        : rings === undefined
          ? undefined
          : ringsToMask([rings], size.width, size.height);
    if (runs === undefined) {
      report.add(geometry.type, dropped);
      continue;
    }
    if (runs.width !== size.width || runs.height !== size.height) {
      report.problem(neutral.path, `mask is ${runs.width}x${runs.height}, image is ${size.width}x${size.height}`);
      continue;
    }
    if (group !== undefined) report.lose('groupId', 'instance');
    color += colorStep;
    paintMask(pixels, runs, color);
    instances.push({ ...shared, parts: [{ color: `#${color.toString(16).padStart(6, '0')}` }] });
  }
  // What later objects cover whole has no pixel left.
  const left = new Set(pixels);
  const seen = instances.filter(instance => {
    const [part] = (instance['parts'] ?? []) as readonly { readonly color: string }[];
    const kept = part === undefined || left.has(Number.parseInt(part.color.slice(1), 16));
    if (!kept) report.add('object', { one: 'was covered by later ones', many: 'were covered by later ones' });
    return kept;
  });
  return { document: frame({ ...neutral, ...size }, seen), mask: { ...size, kind: 'color', bits: 8, pixels } };
}
