import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace } from '../exchange/image-path.ts';
import type { ImagePlace } from '../exchange/image-path.ts';
import { numberAt, parseJson, textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  ImageSize,
  ItemContent,
  NeutralDocument,
  NeutralGeometry,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import { choiceLabels } from '../label-studio/choice-labels.ts';
import { rectangleGeometry } from '../label-studio/rectangle-geometry.ts';
import { isLabelStudio, resultsOf, texts, valuesOf } from '../label-studio/task-results.ts';
import { dropped } from '../transfer-report.ts';
import type { TransferReport } from '../transfer-report.ts';
import type { SeenOnFrame } from '../video/read-tracks.ts';
import { segmentOf } from '../video/read-tracks.ts';
import { assumedFrames } from '../video/assumed-frames.ts';

/** Types of results about stretches of a video. */
const videoTypes: ReadonlySet<string> = new Set(['videorectangle', 'timelinelabels']);

/** True for a parsed list of tasks about videos. */
export const isLabelStudioVideo = (json: unknown): boolean =>
  isLabelStudio(json) &&
  recordsOf(json).some(
    task =>
      resultsOf(task).some(result => videoTypes.has(String(result['type']))) ||
      (isRecord(task['data']) && typeof task['data']['video'] === 'string' && task['data']['image'] === undefined),
  );

/** Reads tasks of Label Studio about videos: boxes that move, and labels of the timeline. */
export async function readLabelStudioVideo(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  const results: (readonly JsonRecord[])[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.json'))) {
    const json = parseJson(await textOf(file), file.path);
    if (!isLabelStudioVideo(json)) continue;
    for (const [at, task] of recordsOf(json).entries()) {
      const { name, folder, wide } = videoOf(task);
      const path = `${file.path}[${at}]`;
      if (name === '') {
        report.problem(path, 'names no video');
        continue;
      }
      results.push(resultsOf(task));
      documents.push({
        path,
        name,
        folder,
        wide,
        read: async (size, item) => taskDocument(task, { path, name, folder, size, item, report }),
      });
    }
  }
  return { labels: choiceLabels(results), documents };
}

/** The video of a task: the file name that the tool kept, without its upload prefix, else the end of the address. */
function videoOf({ data, file_upload: upload }: JsonRecord): ImagePlace {
  const held = isRecord(data) ? (data['video'] ?? data['audio'] ?? data['video_url']) : undefined;
  const address = typeof held === 'string' ? held : typeof upload === 'string' ? upload : '';
  const local = /^\/data\/local-files\/?\?(?:.*&)?d=([^&]+)/.exec(address)?.[1];
  const path =
    local ?? (/^(?:https?:|\/data\/)/.test(address) ? (address.split(/[?#]/)[0] ?? '').split('/').at(-1)! : address);
  const place = imagePlace(decoded(path));
  return { ...place, name: place.name.replace(/^[0-9a-f]{8}-/, '') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface TaskHead extends Pick<NeutralDocument, 'name' | 'folder' | 'path'> {
  readonly size: ImageSize | undefined;
  readonly item: ItemContent | undefined;
  readonly report: TransferReport;
}

function taskDocument(task: JsonRecord, head: TaskHead): NeutralDocument {
  const { path, name, folder, item, report } = head;
  const results = resultsOf(task);
  const frames = item?.frames ?? framesOfTask(results, path);
  const byId = new Map<string, JsonRecord[]>();
  for (const [at, result] of results.entries()) {
    const id = typeof result['id'] === 'string' ? result['id'] : `#${at}`;
    const own = byId.get(id);
    if (own === undefined) byId.set(id, [result]);
    else own.push(result);
  }
  const instances = [...byId].flatMap(([id, own]): readonly NeutralInstance[] => {
    const region = own.find(each => videoTypes.has(String(each['type'])));
    const attributes = valuesOf(own.filter(each => each !== region));
    if (region === undefined)
      return Object.entries(attributes).map(([group, value]) => ({
        className: group,
        geometry: { type: 'tag' },
        attributes: { [group]: value },
      }));
    const shared = { id, attributes, place: `result ${id}`, frames };
    return region['type'] === 'timelinelabels'
      ? eventsOf(region, shared, path)
      : [boxTrack(region, shared, sizeOf(region, head), path)].filter(each => each !== undefined);
  });
  const relations = results.filter(each => each['type'] === 'relation').length;
  report.add('relation', dropped, relations);
  return { path, name, folder, instances };
}

/** The pixels that percents are of. Without an item only labels are looked for, which need none. */
function sizeOf(region: JsonRecord, { size, item, path }: TaskHead): ImageSize {
  const [width, height] = [region['original_width'], region['original_height']];
  if (typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0) return { width, height };
  if (size !== undefined) return size;
  if (item === undefined) return { width: 100, height: 100 };
  throw new ExchangeError(path, 'the size of its video is not known');
}

function framesOfTask(results: readonly JsonRecord[], path: string): FrameTable {
  for (const { value } of results) {
    if (!isRecord(value)) continue;
    const [count, duration] = [Number(value['framesCount']), Number(value['duration'])];
    if (Number.isInteger(count) && count > 0 && duration > 0) return assumedFrames(count, path, count / duration);
  }
  const last = results.reduce((most, { value }) => {
    if (!isRecord(value)) return most;
    const frames = recordsOf(value['sequence']).map(each => Number(each['frame']) || 0);
    const ends = recordsOf(value['ranges']).map(each => Number(each['end']) || 0);
    return [...frames, ...ends].reduce((end, each) => Math.max(end, each), most);
  }, 1);
  return assumedFrames(last, path);
}

interface RegionFacts {
  readonly id: string;
  readonly attributes: JsonRecord;
  readonly place: string;
  readonly frames: FrameTable;
}

const fieldsOf = (region: JsonRecord, id: string): JsonRecord => ({
  source: { format: 'label-studio-video', id },
  ...(typeof region['score'] === 'number'
    ? { creationType: 'Prediction', probability: Math.round(region['score'] * 100) }
    : {}),
});

function eventsOf(
  region: JsonRecord,
  { id, attributes, place, frames }: RegionFacts,
  path: string,
): readonly NeutralInstance[] {
  const value = isRecord(region['value']) ? region['value'] : {};
  const labels = texts(value['timelinelabels']);
  const segments = recordsOf(value['ranges']).map((range, at) => {
    const [start, end] = ['start', 'end'].map(
      key => numberAt(range[key], path, `${place}.value.ranges[${at}].${key}`) - 1,
    ) as [number, number];
    return segmentOf([{ frame: frames.clamp(start), geometry: {}, attributes }], Math.max(start, end), frames);
  });
  return segments.length === 0
    ? []
    : (labels.length === 0 ? [''] : labels).map(className => ({
        className,
        geometry: { type: 'event' },
        segments,
        fields: fieldsOf(region, id),
      }));
}

/** A state of a box, and whether it goes on after it. */
interface BoxState extends SeenOnFrame {
  readonly type: string;
  readonly enabled: boolean;
}

function boxTrack(
  region: JsonRecord,
  { id, attributes, place, frames }: RegionFacts,
  size: ImageSize,
  path: string,
): NeutralInstance | undefined {
  const value = isRecord(region['value']) ? region['value'] : {};
  const states = recordsOf(value['sequence'])
    .map((key, at): BoxState => {
      const shape: NeutralGeometry = rectangleGeometry(key, size, `${place}.value.sequence[${at}]`, path);
      const frame = numberAt(key['frame'], path, `${place}.value.sequence[${at}].frame`) - 1;
      const { type, ...geometry } = shape as JsonRecord & { readonly type: string };
      return { type, frame: frames.clamp(frame), enabled: key['enabled'] !== false, geometry, attributes };
    })
    .toSorted((one, other) => one.frame - other.frame)
    .filter((each, at, all) => each.frame !== all[at - 1]?.frame);
  if (states.length === 0) return undefined;
  const isTurned = states.some(({ type }) => type === 'rbbox');
  const shown = isTurned ? states.map(asTurned) : states;
  const segments: NonNullable<NeutralInstance['segments']>[number][] = [];
  let open: BoxState[] = [];
  for (const state of shown) {
    open.push(state);
    if (state.enabled) continue;
    segments.push(segmentOf(open, state.frame, frames));
    open = [];
  }
  if (open.length > 0) segments.push(segmentOf(open, frames.last, frames));
  return {
    className: texts(value['labels'])[0] ?? '',
    geometry: { type: isTurned ? 'rbbox' : 'bbox' },
    segments,
    fields: fieldsOf(region, id),
  };
}

/** A box of a track that is turned elsewhere, by its four corners. */
function asTurned(state: BoxState): BoxState {
  const { points } = state.geometry;
  if (state.type === 'rbbox' || !isRecord(points)) return state;
  const { x1, y1, x2, y2 } = points;
  return { ...state, type: 'rbbox', geometry: { points: { x1, y1, x2, y2: y1, x3: x2, y3: y2, x4: x1, y4: y2 } } };
}
