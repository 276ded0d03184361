import type { KeyContent, Segment, Track } from '#plugins/annotate/editor-video/common/index.ts';
import {
  between,
  contentOf,
  framesOf,
  FrameTable,
  isHold,
  keyFrames,
  keysOn,
  mediaLimits,
  MICRO,
} from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { WrittenItem } from '../exchange/exchange-writer.ts';
import { stemOf } from '../exchange/image-path.ts';
import { countDocumentLosses, countInstanceLosses } from '../exchange/instance-losses.ts';
import { dropped } from '../transfer-report.ts';
import { ASSUMED_RATE } from './assumed-frames.ts';
import type { Fate, TransferReport } from '../transfer-report.ts';

/** An object of a video document that is about to be written. */
export interface WrittenTrack {
  /** Class name. */
  readonly className: string;
  /** The fields of `meta`. */
  readonly facts: JsonRecord;
  readonly track: Track;
}

/** Capacity of a target for tracks. */
export interface TrackCapacity {
  /** Types of instances that it carries. */
  readonly types: ReadonlySet<string>;
  /** Fields of `meta` that it carries beside type and class. */
  readonly fields: ReadonlySet<string>;
  readonly tags?: boolean;
}

/** The tracks, tag instances and frames of an item, with everything else counted as lost. */
export interface WrittenVideo {
  readonly frames: FrameTable;
  readonly tracks: readonly WrittenTrack[];
  /** Facts of tag instances. */
  readonly tags: readonly JsonRecord[];
  /** Pixels; 0 when not known. */
  readonly width: number;
  readonly height: number;
}

const unclassified: Fate = { one: 'without a class was dropped', many: 'without a class were dropped' };
/** Fields that follow from the segments. */
const spanFields: ReadonlySet<string> = new Set(['start', 'end', 'pointLabels']);

/** Splits the document of an item into what a target carries, and counts the rest in the report. */
export function writtenVideo(item: WrittenItem, capacity: TrackCapacity, report: TransferReport): WrittenVideo {
  const { document } = item;
  const frames = framesOfItem(item, report);
  const metadata = isRecord(document['metadata']) ? withoutFields(document['metadata'], 'duration', 'url') : {};
  countDocumentLosses({ ...document, metadata }, report);
  const tracks: WrittenTrack[] = [];
  const tags: JsonRecord[] = [];
  const also = new Set([...capacity.fields, ...spanFields]);
  for (const instance of recordsOf(document['instances'])) {
    const facts = isRecord(instance['meta']) ? instance['meta'] : instance;
    const type = String(facts['type']);
    const { className } = facts;
    if (type === 'comment') report.add('comment', dropped);
    else if (typeof className !== 'string') report.add('instance', unclassified);
    else if (type === 'tag' && capacity.tags === true) {
      countInstanceLosses(facts, also, report);
      tags.push(facts);
    } else if (!capacity.types.has(type)) report.add(type === 'tag' ? 'tag instance' : type, dropped);
    else {
      countInstanceLosses(facts, also, report);
      tracks.push({ className, facts, track: { ...facts, parameters: segmentsOf(instance) } as unknown as Track });
    }
  }
  return { frames, tracks, tags, width: pixels(item, 'width'), height: pixels(item, 'height') };
}

const pixels = ({ document, ...item }: WrittenItem, side: 'width' | 'height'): number => {
  const { [side]: said } = isRecord(document['metadata']) ? document['metadata'] : {};
  return item[side] ?? (typeof said === 'number' ? said : 0);
};

const segmentsOf = (instance: JsonRecord): readonly Segment[] =>
  recordsOf(instance['parameters']).filter(
    (segment): segment is Segment & JsonRecord => recordsOf(segment['timestamps']).length > 0,
  );

/** The frames of an item; regular ones, with a problem in the report, where its file is not stored here. */
function framesOfItem({ frames, document, name }: WrittenItem, report: TransferReport): FrameTable {
  if (frames !== undefined) return frames;
  const { duration } = isRecord(document['metadata']) ? document['metadata'] : {};
  const ends = recordsOf(document['instances']).flatMap(({ meta }) =>
    isRecord(meta) && typeof meta['end'] === 'number' ? [meta['end']] : [],
  );
  report.problem(name, `its file is not stored here; ${ASSUMED_RATE} frames a second were assumed`);
  const known = typeof duration === 'number' ? duration : 0;
  const length = ends.reduce((most, end) => Math.max(most, end), Math.max(1, known));
  return FrameTable.regular(ASSUMED_RATE, Math.min(length, mediaLimits.hours * 3600 * MICRO));
}

/** An object on one frame. */
export interface FrameState {
  readonly frame: number;
  readonly content: KeyContent;
  readonly isKey: boolean;
}

/** Every frame on which a track is visible, in order; a frame that two segments share is given once. */
export function* shownFrames({ type, parameters }: Track, table: FrameTable): Generator<FrameState> {
  let next = 0;
  for (const segment of parameters) {
    const { first, last } = framesOf(segment, table);
    for (let frame = Math.max(first, next); frame <= last; frame += 1)
      yield { frame, ...stateOn(type, segment, frame, table) };
    next = Math.max(next, last + 1);
  }
}

function stateOn(
  type: string,
  segment: Segment,
  frame: number,
  table: FrameTable,
): { readonly content: KeyContent; readonly isKey: boolean } {
  const { from, to } = keysOn(segment, frame, table);
  const keys = segment.timestamps;
  if (from < to) return { content: contentOf(keys[from]!), isKey: !isHold(segment, from) };
  const [before, after] = [keys[from - 1], keys[from]];
  return {
    content:
      before === undefined || after === undefined
        ? contentOf((before ?? after)!)
        : between(type, before, after, table.timeOf(frame)),
    isKey: false,
  };
}

/** The frames that describe a segment when numbers between them are interpolated: key frames, and its last frame. */
export function describingFrames(type: string, segment: Segment, table: FrameTable): readonly FrameState[] {
  const { first, last } = framesOf(segment, table);
  const frames = [...new Set([first, ...keyFrames(segment, table), last])].filter(
    frame => frame >= first && frame <= last,
  );
  return frames.map(frame => ({ frame, ...stateOn(type, segment, frame, table) }));
}

/** Path of a file of an item in an archive, below a directory. */
export const videoPath = (directory: string, { folder, name }: Pick<WrittenItem, 'folder' | 'name'>): string =>
  [directory, ...(folder === '' ? [] : [folder]), name].filter(part => part !== '').join('/');

/** The file name of an item without its ending, which archives use for directories of an item. */
export const videoStem = ({ folder, name }: Pick<WrittenItem, 'folder' | 'name'>): string =>
  folder === '' ? stemOf(name) : `${folder}/${stemOf(name)}`;
