import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { cvatLabels, cvatOriginTypes, isCvat } from '../cvat/read-cvat.ts';
import { readCvatShape } from '../cvat/read-shape.ts';
import type { SkeletonLines } from '../cvat/read-shape.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace } from '../exchange/image-path.ts';
import type { ImagePlace } from '../exchange/image-path.ts';
import { textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { parseXml } from '../exchange/xml-element.ts';
import type { XmlElement } from '../exchange/xml-element.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import type { SeenOnFrame } from '../video/read-tracks.ts';
import { segmentOf, stateBetween } from '../video/read-tracks.ts';
import { assumedFrames } from '../video/assumed-frames.ts';
import { readSkeletonTrack } from './skeleton-track.ts';

/** True for an annotation file of CVAT that holds tracks of a video, and no images. */
export const isCvatVideo = (text: string): boolean =>
  isCvat(text) && !hasImages(text) && /<(?:track|tag)[\s>]/.test(text);

const hasImages = (text: string): boolean => /<image[\s>]/.test(text);

/** Reads annotation files of CVAT for videos. */
export async function readCvatVideo(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const labels: ForeignLabel[] = [];
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.xml'))) {
    const text = await textOf(file);
    if (!isCvat(text)) continue;
    if (hasImages(text)) {
      report.problem(file.path, 'is about images, which video projects have no place for');
      continue;
    }
    const head = parseXml(/<meta>[\s\S]*?<\/meta>/.exec(text)?.[0] ?? '<meta/>', file.path);
    const listed = cvatLabels(head, report);
    labels.push(...listed.labels);
    const { name, folder, wide } = itemOf(head, file.path);
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      async read(size, item) {
        const root = parseXml(text, file.path);
        return tracksDocument(root, {
          name,
          folder,
          path: file.path,
          frames: item?.frames,
          report,
          lines: listed.lines,
        });
      },
    });
  }
  return { labels, documents };
}

/** The item that a file is about: its source, else the file itself without `.xml`. */
function itemOf(meta: XmlElement, path: string): ImagePlace {
  const own = imagePlace(path.replace(/\.xml$/i, ''));
  const source = meta.textAt('source') ?? meta.find('task')?.textAt('source');
  const { name } = imagePlace(source ?? meta.find('task')?.textAt('name') ?? own.name);
  return { ...own, name: name === '' ? own.name : name };
}

interface TracksHead extends Pick<NeutralDocument, 'name' | 'folder' | 'path'> {
  readonly frames: FrameTable | undefined;
  readonly lines: SkeletonLines;
  readonly report: TransferReport;
}

function tracksDocument(root: XmlElement, { name, folder, path, report, lines, ...head }: TracksHead): NeutralDocument {
  const task = root.find('meta')?.children.find(each => each.find('original_size') !== undefined);
  const number = (...names: readonly string[]): number => Number(task?.textAt(...names) ?? Number.NaN);
  const size = { width: number('original_size', 'width'), height: number('original_size', 'height') };
  const tracks = root.all('track');
  const stop = number('stop_frame');
  const ending = tracks.reduce(
    (most, { children }) => children.reduce((last, each) => Math.max(last, frameAt(each, path)), most),
    Number.isInteger(stop) ? stop : 0,
  );
  const frames = head.frames ?? assumedFrames(ending + 1, path);
  return {
    path,
    name,
    folder,
    ...(size.width > 0 && size.height > 0 ? size : {}),
    instances: [
      ...tracks.flatMap((track, at) => trackInstances(track, { path, at, frames, lines, report })),
      ...root
        .all('tag')
        .map((tag): NeutralInstance => ({
          className: tag.attribute('label') ?? '',
          geometry: { type: 'tag' },
          attributes: attributesOf(tag),
          fields: originOf(tag),
        })),
    ],
  };
}

const originOf = (element: XmlElement): JsonRecord => {
  const origin = cvatOriginTypes[element.attribute('source') ?? ''];
  return origin === undefined ? {} : { creationType: origin };
};

function frameAt(element: XmlElement, path: string): number {
  const frame = Number(element.attribute('frame') ?? 0);
  if (!Number.isInteger(frame) || frame < 0)
    throw new ExchangeError(path, `${element.name}/frame must be an integer of at least 0`);
  return frame;
}

const attributesOf = (element: XmlElement): JsonRecord =>
  Object.fromEntries(
    element.all('attribute').flatMap(each => {
      const group = each.attribute('name');
      return group === undefined || each.text === '' ? [] : [[group, each.text] as const];
    }),
  );

interface TrackPlace {
  readonly path: string;
  readonly at: number;
  readonly frames: FrameTable;
  readonly lines: SkeletonLines;
  readonly report: TransferReport;
}

/** An element of a track: what it shows, and whether the object is visible. */
interface TrackElement extends SeenOnFrame {
  readonly type: string;
  readonly outside: boolean;
}

/** The objects of a track: one, or one per point where an element holds several. */
function trackInstances(
  track: XmlElement,
  { path, at, frames, lines, report }: TrackPlace,
): readonly NeutralInstance[] {
  const where = `track ${track.attribute('id') ?? at}`;
  const stated = track.children.filter(each => each.attribute('keyframe') !== '0' || each.attribute('outside') === '1');
  const isSkeleton = stated.some(each => each.name === 'skeleton');
  const { elements, fields } = isSkeleton
    ? skeletonElements(track, stated, where, { path, lines, report })
    : { elements: shapeElements(stated, where, path), fields: {} };
  if (elements.some(each => each.some(({ type }) => type === 'mask'))) return (report.add('mask track', dropped), []);
  const parts = elements.reduce((most, each) => Math.max(most, each.length), 0);
  const id = Number(track.attribute('id'));
  const group = Number(track.attribute('group_id') ?? 0);
  return Array.from({ length: parts }, (none, part): NeutralInstance => {
    const own = elements.flatMap(each => each[part] ?? []);
    return {
      className: track.attribute('label') ?? '',
      geometry: { type: own[0]!.type },
      segments: segmentsOf(own, frames),
      fields: {
        ...originOf(track),
        ...(Number.isInteger(id) && parts === 1 ? { trackingId: `cvat-${id}` } : {}),
        ...(group > 0 ? { groupId: group } : {}),
        ...fields,
      },
    };
  }).filter(({ segments = [] }) => segments.length > 0);
}

/** The shapes of each element, ascending by frame. */
const shapeElements = (
  stated: readonly XmlElement[],
  where: string,
  path: string,
): readonly (readonly TrackElement[])[] =>
  stated
    .map((element, place) => shapesOf(element, `${where}/${element.name} ${place + 1}`, path))
    .filter(each => each.length > 0)
    .toSorted((one, other) => one[0]!.frame - other[0]!.frame);

function skeletonElements(
  track: XmlElement,
  stated: readonly XmlElement[],
  place: string,
  { path, lines, report }: Pick<TrackPlace, 'path' | 'lines' | 'report'>,
): { readonly elements: readonly (readonly TrackElement[])[]; readonly fields: JsonRecord } {
  const skeletons = stated
    .filter(each => each.name === 'skeleton' && each.all('points').length > 0)
    .toSorted((one, other) => frameAt(one, path) - frameAt(other, path));
  const label = track.attribute('label') ?? '';
  const { keys, fields } = readSkeletonTrack(skeletons, label, lines.get(label) ?? [], { place, path, report });
  const elements = keys.map(({ outside, geometry }, at) => [
    {
      type: 'template',
      frame: frameAt(skeletons[at]!, path),
      outside,
      geometry,
      attributes: attributesOf(skeletons[at]!),
    },
  ]);
  return { elements, fields };
}

function shapesOf(element: XmlElement, place: string, path: string): readonly TrackElement[] {
  const shape = readCvatShape(element, { width: 0, height: 0 }, new Map(), place, path);
  const frame = frameAt(element, path);
  return (shape?.geometries ?? []).map(({ type, exclude: _, ...geometry }: JsonRecord & { readonly type: string }) => ({
    type,
    frame,
    outside: element.attribute('outside') === '1',
    geometry: { ...geometry, ...(element.attribute('occluded') === '1' ? { occluded: true } : {}) },
    attributes: attributesOf(element),
  }));
}

/**
 * Segments of a track: an element outside ends one with the state before it, a track without one goes on to the end.
 */
function segmentsOf(elements: readonly TrackElement[], frames: FrameTable): NonNullable<NeutralInstance['segments']> {
  const segments: NonNullable<NeutralInstance['segments']>[number][] = [];
  let open: TrackElement[] = [];
  for (const element of elements.filter(({ frame }) => frame <= frames.last)) {
    const before = open.at(-1);
    if (!element.outside) {
      if (before?.frame !== element.frame) open.push(element);
      continue;
    }
    if (before === undefined || before.frame >= element.frame) continue;
    const last = element.frame - 1;
    const ending = last > before.frame ? [{ ...before, ...stateBetween(before.type, before, element, last) }] : [];
    segments.push(segmentOf([...open, ...ending], last, frames));
    open = [];
  }
  if (open.length > 0) segments.push(segmentOf(open, frames.last, frames));
  return segments;
}
