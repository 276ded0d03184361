import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable, Segment } from '#plugins/annotate/editor-video/common/index.ts';
import { framesOf, MICRO } from '#plugins/annotate/editor-video/common/index.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { writeAttributes } from '../exchange/foreign-attributes.ts';
import { TransferReport } from '../transfer-report.ts';
import type { WrittenTrack } from '../video/written-tracks.ts';
import { videoPath, writtenVideo } from '../video/written-tracks.ts';
import type { Cue } from './cue.ts';
import type { CueTask } from './cue-files.ts';
import { cueEnding, cueTasks, writeCues } from './cue-files.ts';

const events: ReadonlySet<string> = new Set(['event']);
const carried: ReadonlySet<string> = new Set(['creationType']);
const noSkip: ReadonlySet<string> = new Set();

/** Writes the events of each video or sound as a file of cues: WebVTT, SubRip, CSV or Audacity labels. */
export class EventsWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #task: CueTask;
  readonly #classes: ReadonlyMap<string, AnnotationClass>;

  constructor({ classes, options }: Pick<WriterHead, 'classes' | 'options'>) {
    this.#task = cueTasks.find(each => each === options.task) ?? 'vtt';
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return videoPath('', item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { tracks, frames } = writtenVideo(item, { types: events, fields: carried }, this.report);
    const cues = tracks.flatMap(track => track.track.parameters.map(segment => this.#cue(track, segment, frames)));
    return [{ path: `${videoPath('', item)}.${cueEnding(this.#task)}`, content: writeCues(cues, this.#task) }];
  }

  #cue({ className }: WrittenTrack, segment: Segment, frames: FrameTable): Cue {
    const { first, last } = framesOf(segment, frames);
    const [key, ...others] = segment.timestamps;
    const attributes = writeAttributes(key ?? {}, this.#classes.get(className), noSkip);
    const changes = others.filter(each => !sameJson(each.attributes ?? [], key?.attributes ?? [])).length;
    this.report.add('key frame', { one: 'lost its own attributes', many: 'lost their own attributes' }, changes);
    const isLost = this.#task === 'audacity' && Object.keys(attributes).length > 0;
    if (isLost) this.report.lose('attributes', 'event');
    // A cue covers its frames: from the beginning of the first to the end of the last.
    return {
      start: frames.starts[first]! / MICRO,
      end: (last >= frames.last ? frames.duration : frames.starts[last + 1]!) / MICRO,
      label: className,
      attributes: isLost ? {} : attributes,
    };
  }
}
