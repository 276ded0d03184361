import type { Steps } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import type { TransferReport } from '../transfer-report.ts';
import type { SplitName } from './split.ts';
import type { PngCodec } from './raster-picture.ts';

/** An item to write. Items come sorted by folder and name. */
export interface WrittenItem {
  /** File name in archives. */
  readonly name: string;
  /** '' for the root. */
  readonly folder: string;
  /** Pixels; undefined when not known. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly document: JsonRecord;
  /** The text of a text item; absent when it is not kept here. */
  readonly text?: string;
  /** The frames of a video item; absent when its file is not kept here. */
  readonly frames?: FrameTable;
  /** The scans of a point cloud item; absent when its file is not kept here. */
  readonly cloud?: CloudView;
  /** Masks of pixel instances by instance. */
  readonly masks?: ReadonlyMap<JsonRecord, MaskRuns>;
}

export interface OutputFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Choices of a person for a format; every format reads those that concern it. */
export interface ExchangeOptions {
  readonly task?: string | undefined;
  readonly split?: SplitName | undefined;
  /** Boxes that count pixels from 1, both ends included (VOC). */
  readonly one_based?: boolean | undefined;
  /** Whole numbers (VOC). */
  readonly integers?: boolean | undefined;
  /** Keeps scores as they are instead of rounding them to whole percent. */
  readonly exactScores?: boolean | undefined;
  /** Pixels along a side of windows (tiled projects). */
  readonly window?: number | undefined;
}

export interface WriterHead {
  /** Classes of the project in their order. */
  readonly classes: readonly AnnotationClass[];
  readonly projectName: string;
  readonly options: ExchangeOptions;
  readonly png: PngCodec;
}

/** A file that all items go into. */
export interface ListFile {
  readonly path: string;
  /** True when the start of the file depends on its items: it is asked for after them. */
  readonly startsLate?: boolean;
  start(): string;
  /** Text of an item, of a large one in steps. */
  item(item: WrittenItem): string | Steps<string>;
  end(): Iterable<string>;
}

/** Gives text that may be written in steps as steps. */
export function* textSteps(text: string | Steps<string>): Steps<string> {
  return typeof text === 'string' ? text : yield* text;
}

/**
 * Writes one format item by item: nothing but short lines may be kept, so that a project of any size streams. The same
 * input gives the same bytes.
 */
export interface ExchangeWriter {
  readonly report: TransferReport;
  /** Is given every document, without masks, ahead of writing, when there is such a need. */
  readonly prepare?: ((document: JsonRecord) => void) | undefined;
  /** The file that all items go into, when the format has one. */
  readonly list?: ListFile;
  /** Files of one item. */
  files?(item: WrittenItem): readonly OutputFile[];
  /** Path of the item's picture in the archive. */
  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string;
  /** Files that are known at the end. */
  rest?(): readonly OutputFile[];
}
