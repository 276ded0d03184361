import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { cvatPoints } from '../cvat/cvat-text.ts';
import type { SkeletonLabel } from '../cvat/skeleton-labels.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { numberAt } from '../exchange/json-file.ts';
import { keypointLabel } from '../exchange/keypoint-names.ts';
import type { XmlElement } from '../exchange/xml-element.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import type { TransferReport } from '../transfer-report.ts';

/** States of a point: outside, occluded or visible, by the numbers of keypoints in COCO. */
const [OUTSIDE, OCCLUDED, VISIBLE] = [0, 1, 2] as const;
type PointState = typeof OUTSIDE | typeof OCCLUDED | typeof VISIBLE;

/** A skeleton of a track in a file. */
export interface ReadSkeleton {
  /** Geometry of the key frame of each element, in their order. */
  readonly keys: readonly { readonly outside: boolean; readonly geometry: JsonRecord }[];
  /** Fields that the key frames share. */
  readonly fields: JsonRecord;
}

interface FilePoint {
  readonly x: number;
  readonly y: number;
  readonly state: PointState;
}

/**
 * Reads the skeletons of a track, ascending by frame, as key frames of a template. Key frames have the same points: one
 * that is outside for a time stays at its place and is marked in the `source` of the key frame. Points that are never
 * inside are left out, and known by the `source` of the object.
 * @param drawn lines of the skeleton by the names of their points
 * @throws ExchangeError naming the field
 */
export function readSkeletonTrack(
  elements: readonly XmlElement[],
  label: string,
  drawn: readonly (readonly [string, string])[],
  { place, path, report }: { readonly place: string; readonly path: string; readonly report: TransferReport },
): ReadSkeleton {
  const frames = elements.map((element, at) => pointsOf(element, `${place}/skeleton ${at + 1}`, path, report));
  const names = [...new Set(frames.flatMap(points => [...points.keys()]))];
  const shown = names.filter(name => frames.some(points => (points.get(name)?.state ?? OUTSIDE) !== OUTSIDE));
  const last = new Map<string, FilePoint>();
  for (const points of frames.toReversed()) for (const [name, point] of points) last.set(name, point);
  const keys = frames.map((points, frame) => {
    const present = shown.map((name): FilePoint => {
      const point = points.get(name) ?? { ...last.get(name)!, state: OUTSIDE };
      last.set(name, point);
      return point;
    });
    const states = present.map(point => point.state);
    const seen = states.filter(state => state !== OUTSIDE);
    const outside = elements[frame]!.attribute('outside') === '1' || seen.length === 0;
    const occluded = elements[frame]!.attribute('occluded') === '1' || seen.every(state => state === OCCLUDED);
    const isMarked = !outside && states.some(state => state === OUTSIDE || (state === OCCLUDED && !occluded));
    return {
      outside,
      geometry: {
        points: present.map(({ x, y }, at) => ({ id: at + 1, x, y })),
        ...(occluded && !outside ? { occluded: true } : {}),
        ...(isMarked ? { source: { format: 'cvat', v: states } } : {}),
      },
    };
  });
  const pairs = drawn.filter(pair => pair.every(name => names.includes(name)));
  const placed = (list: readonly string[]) =>
    pairs.flatMap(([from, to]) =>
      list.includes(from) && list.includes(to) ? [[list.indexOf(from) + 1, list.indexOf(to) + 1] as const] : [],
    );
  return {
    keys,
    fields: {
      templateName: label,
      connections: placed(shown).map(([from, to], at) => ({ id: at + 1, from, to })),
      pointLabels: Object.fromEntries(shown.map((name, at) => [at, name])),
      ...(shown.length === names.length
        ? {}
        : {
            source: {
              format: 'cvat',
              skeleton: { names, lines: placed(names), at: shown.map(name => names.indexOf(name)) },
            },
          }),
    },
  };
}

function pointsOf(
  element: XmlElement,
  place: string,
  path: string,
  report: TransferReport,
): ReadonlyMap<string, FilePoint> {
  return new Map(
    element.all('points').map((point, at) => {
      const where = `${place}/points ${at + 1}`;
      const [x, y, ...rest] = (point.attribute('points') ?? '').split(/[,;]/);
      if (rest.length > 0) throw new ExchangeError(path, `${where} must have one place`);
      if (point.all('attribute').length > 0)
        report.add('attribute of a keypoint', { one: 'was left out', many: 'were left out' });
      const state =
        point.attribute('outside') === '1' ? OUTSIDE : point.attribute('occluded') === '1' ? OCCLUDED : VISIBLE;
      return [
        point.attribute('label') ?? String(at + 1),
        { x: numberAt(x, path, `${where}/points`), y: numberAt(y, path, `${where}/points`), state },
      ] as const;
    }),
  );
}

/**
 * Returns the points of a skeleton on a frame, those of its label that the object does not have as outside.
 * @param facts the fields that the key frames of the object share
 */
export function skeletonPoints(facts: JsonRecord, content: JsonRecord, label: SkeletonLabel, outside: boolean): string {
  const points = recordsOf(content['points']);
  const states = statesOf(content, points.length);
  const at = new Map(points.map((point, place) => [keypointLabel(facts, place, point['id']), place]));
  const names = [...at.keys(), ...label.names.filter(name => !at.has(name))];
  return names
    .toSorted((one, other) => label.names.indexOf(one) - label.names.indexOf(other))
    .map(name => {
      const place = at.get(name);
      const point = points[place ?? 0];
      if (point === undefined) return '';
      const state = place === undefined ? OUTSIDE : states[place]!;
      const flags = `outside="${Number(outside || state === OUTSIDE)}" occluded="${Number(state === OCCLUDED)}"`;
      return `      <points label="${escapeXml(name)}" keyframe="1" ${flags} points="${cvatPoints([Number(point['x']), Number(point['y'])])}">\n      </points>\n`;
    })
    .join('');
}

/** The states of the points of a key frame; all of an occluded object are occluded. */
function statesOf(content: JsonRecord, count: number): readonly PointState[] {
  const source = isRecord(content['source']) ? content['source'] : {};
  const kept: readonly unknown[] = Array.isArray(source['v']) && source['v'].length === count ? source['v'] : [];
  return Array.from({ length: count }, (none, at) =>
    kept[at] === OUTSIDE ? OUTSIDE : content['occluded'] === true || kept[at] === OCCLUDED ? OCCLUDED : VISIBLE,
  );
}
