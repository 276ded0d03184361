import type { Steps } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { CocoWriter } from '../coco/write-coco.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import type { TransferReport } from '../transfer-report.ts';
import { shownFrames, videoPath, videoStem, writtenVideo } from '../video/written-tracks.ts';
import { YoloWriter } from '../yolo/write-yolo.ts';

const shapes: ReadonlySet<string> = new Set(['bbox', 'rbbox', 'polygon', 'polyline', 'point', 'ellipse']);
const carried: ReadonlySet<string> = new Set(['creationType']);
/** Digits of the frame number in a file name. */
const DIGITS = 6;

/** The frames of a video on which something is visible, each as an image with its shapes: `clip/frame_000001.jpg`. */
export function* annotatedFrames(item: WrittenItem, report: TransferReport): Generator<WrittenItem> {
  const { tracks, frames, width, height } = writtenVideo(item, { types: shapes, fields: carried }, report);
  const shown = new Map<number, JsonRecord[]>();
  for (const { track, className } of tracks)
    for (const { frame, content } of shownFrames(track, frames)) {
      const instances = shown.get(frame) ?? [];
      shown.set(frame, instances);
      instances.push({
        attributes: [],
        ...(track.type === 'polygon' ? { exclude: [] } : {}),
        ...content,
        type: track.type,
        className,
      });
    }
  for (const [frame, instances] of [...shown].toSorted(([one], [other]) => one - other))
    yield {
      name: `frame_${String(frame + 1).padStart(DIGITS, '0')}.jpg`,
      folder: videoStem(item),
      width,
      height,
      document: { metadata: {}, instances, tags: [], comments: [] },
    };
}

const originalPath = (item: Pick<WrittenItem, 'name' | 'folder'>): string => videoPath('videos', item);

/** Writes a YOLO set with a label file for each frame of a video. */
export class YoloFramesWriter implements ExchangeWriter {
  readonly #inner: YoloWriter;

  constructor(head: WriterHead) {
    this.#inner = new YoloWriter(head);
  }

  get report(): TransferReport {
    return this.#inner.report;
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalPath(item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    return [...annotatedFrames(item, this.report)].flatMap(frame => this.#inner.files(frame));
  }

  rest(): readonly OutputFile[] {
    return this.#inner.rest();
  }
}

/** Writes one COCO file whose images are the frames of videos. */
export class CocoFramesWriter implements ExchangeWriter {
  readonly #inner: CocoWriter;
  readonly list: NonNullable<ExchangeWriter['list']>;

  constructor({ classes, projectName }: WriterHead) {
    this.#inner = new CocoWriter({ task: 'instances', classes, info: { description: projectName } });
    this.list = {
      path: 'annotations/instances.json',
      start: () => this.#inner.start(),
      item: item => this.#item(item),
      end: () => this.#inner.end(),
    };
  }

  get report(): TransferReport {
    return this.#inner.report;
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return originalPath(item);
  }

  *#item(item: WrittenItem): Steps<string> {
    const texts: string[] = [];
    for (const { document, ...image } of annotatedFrames(item, this.report)) {
      texts.push(yield* this.#inner.item(document, image));
      yield;
    }
    return texts.join('');
  }
}
