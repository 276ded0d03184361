import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { KeyContent, Track } from '#plugins/annotate/editor-video/common/index.ts';
import { framesOf, MICRO } from '#plugins/annotate/editor-video/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { keptSource } from '../exchange/json-file.ts';
import { turnedBoxOf } from '../exchange/rotated-box.ts';
import { edgesOf, verticesOf } from '../exchange/shape-extent.ts';
import { escapeXml } from '../exchange/xml-element.ts';
import { answersOf, questionsOf, regionId } from '../label-studio/written-results.ts';
import { TransferReport } from '../transfer-report.ts';
import type { WrittenTrack, WrittenVideo } from '../video/written-tracks.ts';
import { describingFrames, videoPath, writtenVideo } from '../video/written-tracks.ts';

const FORMAT = 'label-studio-video';
const types: ReadonlySet<string> = new Set(['bbox', 'rbbox', 'event']);
const carried: ReadonlySet<string> = new Set();
const toName = { to_name: 'video' } as const;

/** Writes tasks of Label Studio about videos, with the labelling setup. */
export class LabelStudioVideoWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly list = {
    path: 'tasks.json',
    start: (): string => '[',
    item: (item: WrittenItem): string => this.#task(item),
    end: (): Iterable<string> => ['\n]\n'],
  };
  readonly #classes: ReadonlyMap<string, AnnotationClass>;
  #tasks = 0;

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#classes = new Map(classes.map(each => [each.name, each]));
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return videoPath('videos', item);
  }

  rest(): readonly OutputFile[] {
    const labels = [...this.#classes.values()]
      .filter(each => each.type === ClassType.Object)
      .map(each => `      <Label value="${escapeXml(each.name)}" background="${each.color}"/>\n`)
      .join('');
    return [
      {
        path: 'label_config.xml',
        content: `<View>\n    <Video name="video" value="$video"/>\n    <VideoRectangle name="box" toName="video"/>\n    <Labels name="label" toName="video">\n${labels}    </Labels>\n    <TimelineLabels name="event" toName="video">\n${labels}    </TimelineLabels>\n${questionsOf(this.#classes.values(), 'video')}</View>\n`,
      },
    ];
  }

  #task(item: WrittenItem): string {
    const video = writtenVideo(item, { types, fields: carried, tags: true }, this.report);
    const id = (this.#tasks += 1);
    const result = [
      ...video.tracks.flatMap((track, at) => this.#results(track, regionId(track.facts, FORMAT, id, at), video)),
      ...video.tags.flatMap((tag, at) => this.#answers(tag, tag, regionId(tag, FORMAT, id, video.tracks.length + at))),
    ];
    const metadata = isRecord(item.document['metadata']) ? item.document['metadata'] : {};
    const { data } = keptSource(metadata, FORMAT);
    const task = {
      id,
      data: { ...(isRecord(data) ? data : {}), video: videoPath('', item) },
      annotations: result.length === 0 ? [] : [{ id, result, was_cancelled: false, ground_truth: false }],
      predictions: [],
    };
    return `${id > 1 ? ',' : ''}\n${JSON.stringify(task)}`;
  }

  #results({ track, facts, className }: WrittenTrack, id: string, video: WrittenVideo): readonly JsonRecord[] {
    const keys = track.parameters.flatMap(({ timestamps }) => timestamps);
    const first = keys[0];
    if (first === undefined) return [];
    const changes = keys.filter(key => !sameJson(key.attributes ?? [], first.attributes ?? [])).length;
    this.report.add('key frame', { one: 'lost its own attributes', many: 'lost their own attributes' }, changes);
    const score =
      facts['creationType'] === 'Prediction' && typeof facts['probability'] === 'number'
        ? { score: facts['probability'] / 100 }
        : {};
    const answers = this.#answers(first, facts, id);
    const head = { id, ...toName, ...score };
    if (track.type === 'event') {
      const ranges = track.parameters.map(segment => {
        const { first: start, last } = framesOf(segment, video.frames);
        return { start: start + 1, end: last + 1 };
      });
      const value = { ranges, timelinelabels: [className] };
      return [{ ...head, from_name: 'event', type: 'timelinelabels', value }, ...answers];
    }
    const { width, height, frames } = video;
    if (width === 0 || height === 0) {
      this.report.add('track', {
        one: 'was dropped, since the size of its video is not known',
        many: 'were dropped, since the size of their video is not known',
      });
      return [];
    }
    const sequence = sequenceOf(track, video);
    const value = { framesCount: frames.count, duration: frames.duration / MICRO, sequence, labels: [className] };
    return [
      { ...head, from_name: 'box', type: 'videorectangle', original_width: width, original_height: height, value },
      ...answers,
    ];
  }

  #answers(holder: JsonRecord, { className }: JsonRecord, id: string): readonly JsonRecord[] {
    return answersOf(holder, this.#classes.get(String(className)), id, toName);
  }
}

/** Key frames as Label Studio has them: from 1; one that is not enabled is the last of a stretch. */
function sequenceOf({ type, parameters }: Track, { frames, width, height }: WrittenVideo): readonly JsonRecord[] {
  return parameters.flatMap((segment, place) => {
    const states = describingFrames(type, segment, frames);
    return states.map(({ frame, content }, at) => ({
      frame: frame + 1,
      enabled: at < states.length - 1 || (place === parameters.length - 1 && frame === frames.last),
      ...placeOf(type, content, { width, height }),
      time: rounded(frames.starts[frame]! / MICRO),
    }));
  });
}

function placeOf(
  type: string,
  content: KeyContent,
  { width, height }: { readonly width: number; readonly height: number },
): JsonRecord {
  // Percents of large videos need more than two decimals to be exact to a hundredth of a pixel.
  const percent = (value: number, full: number): number => Math.round((value / full) * 1e8) / 1e6;
  const shape: JsonRecord = { ...content, type };
  const vertices = verticesOf(shape);
  if (type === 'rbbox' && vertices !== undefined) {
    const turned = turnedBoxOf(vertices);
    return {
      x: percent(vertices[0]!, width),
      y: percent(vertices[1]!, height),
      width: percent(turned.width, width),
      height: percent(turned.height, height),
      rotation: Math.round(turned.degrees * 1e6) / 1e6,
    };
  }
  const { x1, y1, x2, y2 } = edgesOf(shape) ?? { x1: 0, y1: 0, x2: 0, y2: 0 };
  return {
    x: percent(x1, width),
    y: percent(y1, height),
    width: percent(x2 - x1, width),
    height: percent(y2 - y1, height),
    rotation: 0,
  };
}
