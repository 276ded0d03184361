import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable, Segment, Track } from '#plugins/annotate/editor-video/common/index.ts';
import { framesOf } from '#plugins/annotate/editor-video/common/index.ts';
import { cvatNumber, cvatOrigins, cvatPoints } from '../cvat/cvat-text.ts';
import { labelElements } from '../cvat/label-element.ts';
import { SkeletonLabel } from '../cvat/skeleton-labels.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { turnedBoxOf } from '../exchange/rotated-box.ts';
import { edgesOf, verticesOf } from '../exchange/shape-extent.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { TransferReport } from '../transfer-report.ts';
import type { FrameState, WrittenTrack, WrittenVideo } from '../video/written-tracks.ts';
import { describingFrames, shownFrames, videoPath, writtenVideo } from '../video/written-tracks.ts';
import { skeletonPoints } from './skeleton-track.ts';

const shapes: ReadonlySet<string> = new Set(['bbox', 'rbbox', 'polygon', 'polyline', 'point', 'ellipse', 'template']);
const carried: ReadonlySet<string> = new Set(['groupId', 'creationType', 'trackingId']);
const noSkip: ReadonlySet<string> = new Set();

/** Writes CVAT for video 1.1: an XML file for each video. */
export class CvatVideoWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #head: WriterHead;
  readonly #classes: ReadonlyMap<string, AnnotationClass>;

  constructor(head: WriterHead) {
    this.#head = head;
    this.#classes = new Map(head.classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return videoPath('videos', item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const video = writtenVideo(item, { types: shapes, fields: carried, tags: true }, this.report);
    const taken = new Set(video.tracks.flatMap(({ facts }) => keptId(facts) ?? []));
    let next = 0;
    const freeId = (): number => {
      while (taken.has(next)) next += 1;
      taken.add(next);
      return next;
    };
    const used = new Set<number>();
    const skeletons = this.#skeletons(video.tracks);
    const tracks = video.tracks.map(written => {
      const kept = keptId(written.facts);
      const id = kept === undefined || used.has(kept) ? freeId() : kept;
      used.add(id);
      return this.#track(written, id, video, skeletons.get(written.className));
    });
    const tags = video.tags.map(
      tag =>
        `  <tag frame="0" label="${escapeXml(String(tag['className']))}" source="${originOf(tag)}">\n${this.#attributes(tag, String(tag['className']))}  </tag>\n`,
    );
    return [
      {
        path: `${videoPath('annotations', item)}.xml`,
        content: `${this.#start(item, video, skeletons)}${tracks.join('')}${tags.join('')}</annotations>\n`,
      },
    ];
  }

  /** The skeletons of the classes of a video; counts the templates whose lines their label cannot draw. */
  #skeletons(tracks: readonly WrittenTrack[]): ReadonlyMap<string, SkeletonLabel> {
    const skeletons = new Map<string, SkeletonLabel>();
    const templates = tracks.filter(({ track }) => track.type === 'template');
    for (const { className, facts, track } of templates) {
      const skeleton = skeletons.get(className) ?? new SkeletonLabel();
      skeletons.set(className, skeleton);
      skeleton.collect({ ...facts, points: track.parameters[0]?.timestamps[0]?.['points'] });
    }
    for (const skeleton of skeletons.values()) this.report.lose('connections', 'template', skeleton.undrawn());
    return skeletons;
  }

  #start(
    { name }: WrittenItem,
    { frames, width, height }: WrittenVideo,
    skeletons: ReadonlyMap<string, SkeletonLabel>,
  ): string {
    const labels = labelElements(this.#head.classes, skeletons, true);
    return `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n    <task>\n      <name>${escapeXml(this.#head.projectName)}</name>\n      <size>${frames.count}</size>\n      <mode>interpolation</mode>\n      <start_frame>0</start_frame>\n      <stop_frame>${frames.last}</stop_frame>\n      <labels>\n${labels}      </labels>\n      <original_size>\n        <width>${width}</width>\n        <height>${height}</height>\n      </original_size>\n    </task>\n    <source>${escapeXml(name)}</source>\n  </meta>\n`;
  }

  #track(
    { track, facts, className }: WrittenTrack,
    id: number,
    { frames }: WrittenVideo,
    skeleton: SkeletonLabel | undefined,
  ): string {
    const element: Element = (state, outside = false) =>
      track.type === 'template' && skeleton !== undefined
        ? this.#skeleton({ className, facts, skeleton }, state, outside)
        : this.#element(className, track.type, state, outside);
    const isChanging = changesVertices(track);
    const holes = track.parameters.flatMap(({ timestamps }) => timestamps).filter(hasHoles).length;
    this.report.add('key frame', { one: 'lost its holes', many: 'lost their holes' }, holes);
    if (isChanging)
      this.report.add(track.type, {
        one: 'whose number of vertices changes was written on every frame',
        many: 'whose number of vertices changes were written on every frame',
      });
    const elements = isChanging
      ? segmentElements(element, [...shownFrames(track, frames)], frames)
      : track.parameters.map((segment, at) => {
          const states = describingFrames(track.type, segment, frames);
          return states.map(state => element(state)).join('') + ending(element, track, at, states.at(-1)!, frames);
        });
    const group = Number(facts['groupId'] ?? 0) > 0 ? ` group_id="${String(facts['groupId'])}"` : '';
    return `  <track id="${id}" label="${escapeXml(className)}" source="${originOf(facts)}"${group}>\n${elements.join('')}  </track>\n`;
  }

  #element(className: string, type: string, { frame, content }: FrameState, outside: boolean): string {
    const written = shapeElement(type, content);
    if (written === undefined) return '';
    const { tag, attributes } = written;
    const occluded = content['occluded'] === true ? 1 : 0;
    return `    <${tag} frame="${frame}" keyframe="1" outside="${Number(outside)}" occluded="${occluded}" ${Object.entries(
      attributes,
    )
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')} z_order="0">\n${this.#attributes(content, className)}    </${tag}>\n`;
  }

  #skeleton(
    {
      className,
      facts,
      skeleton,
    }: { readonly className: string; readonly facts: JsonRecord; readonly skeleton: SkeletonLabel },
    { frame, content }: FrameState,
    outside: boolean,
  ): string {
    const points = skeletonPoints(facts, content, skeleton, outside);
    const occluded = Number(content['occluded'] === true);
    return `    <skeleton frame="${frame}" keyframe="1" outside="${Number(outside)}" occluded="${occluded}" z_order="0">\n${points}${this.#attributes(content, className)}    </skeleton>\n`;
  }

  #attributes(holder: JsonRecord, className: string): string {
    return Object.entries(writeAttributes(holder, this.#classes.get(className), noSkip))
      .map(
        ([name, value]) =>
          `      <attribute name="${escapeXml(name)}">${escapeXml(Array.isArray(value) ? value.map(String).join(', ') : String(value))}</attribute>\n`,
      )
      .join('');
  }
}

/** Writes a track on one frame, `outside` where it is not visible from there on. */
type Element = (state: FrameState, outside?: boolean) => string;

/** Elements of a track that is written on every frame; a gap is closed with an element outside. */
const segmentElements = (element: Element, states: readonly FrameState[], frames: FrameTable): readonly string[] =>
  states.map((state, at) => {
    const next = states[at + 1];
    const isLast = next === undefined ? state.frame < frames.last : next.frame > state.frame + 1;
    return element(state) + (isLast ? element({ ...state, frame: state.frame + 1 }, true) : '');
  });

/** The element outside after a segment, unless the next one begins there or the video ends. */
function ending(element: Element, { parameters }: Track, at: number, state: FrameState, frames: FrameTable): string {
  const following: Segment | undefined = parameters[at + 1];
  const after = state.frame + 1;
  if (after > frames.last || (following !== undefined && framesOf(following, frames).first <= after)) return '';
  return element({ ...state, frame: after }, true);
}

/** The number a track had in CVAT. */
function keptId({ trackingId }: JsonRecord): number | undefined {
  const found = typeof trackingId === 'string' ? /^cvat-(\d{1,9})$/.exec(trackingId) : null;
  return found === null ? undefined : Number(found[1]);
}

const originOf = (facts: JsonRecord): string => cvatOrigins[String(facts['creationType'])] ?? 'manual';

/** True for a track whose key frames differ in their number of vertices or points. */
const changesVertices = ({ type, parameters }: Track): boolean =>
  (type === 'polygon' || type === 'polyline' || type === 'template') &&
  parameters.some(({ timestamps }) =>
    timestamps.some(key => recordLength(key['points']) !== recordLength(timestamps[0]!['points'])),
  );
const hasHoles = ({ exclude }: JsonRecord): boolean => Array.isArray(exclude) && exclude.length > 0;
const recordLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function shapeElement(
  type: string,
  content: JsonRecord,
): { readonly tag: string; readonly attributes: Readonly<Record<string, string>> } | undefined {
  const shape: JsonRecord = { exclude: [], ...content, type };
  const vertices = verticesOf(shape);
  if (vertices === undefined) return undefined;
  switch (type) {
    case 'bbox': {
      const { x1, y1, x2, y2 } = edgesOf(shape)!;
      return {
        tag: 'box',
        attributes: { xtl: cvatNumber(x1), ytl: cvatNumber(y1), xbr: cvatNumber(x2), ybr: cvatNumber(y2) },
      };
    }
    case 'rbbox': {
      const { width, height, cx, cy, degrees } = turnedBoxOf(vertices);
      // Corners are computed from centre, size and angle when read, so these keep four decimals.
      const exact = (value: number): string => String(Math.round(value * 1e4) / 1e4);
      return {
        tag: 'box',
        attributes: {
          xtl: exact(cx - width / 2),
          ytl: exact(cy - height / 2),
          xbr: exact(cx + width / 2),
          ybr: exact(cy + height / 2),
          rotation: String(Math.round(degrees * 1e6) / 1e6),
        },
      };
    }
    case 'ellipse':
      return {
        tag: 'ellipse',
        attributes: {
          ...Object.fromEntries(['cx', 'cy', 'rx', 'ry'].map(key => [key, cvatNumber(Number(content[key]))])),
          ...(Number(content['angle'] ?? 0) === 0 ? {} : { rotation: cvatNumber(Number(content['angle'])) }),
        },
      };
    case 'point':
      return { tag: 'points', attributes: { points: cvatPoints(vertices) } };
    default:
      return { tag: type, attributes: { points: cvatPoints(vertices) } };
  }
}
