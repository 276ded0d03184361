import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';
import type { ExchangeWriter, OutputFile, WriterHead, WrittenItem } from '../exchange/exchange-writer.ts';
import { dropped, TransferReport } from '../transfer-report.ts';
import { shownFrames, videoPath, videoStem, writtenVideo } from '../video/written-tracks.ts';

const boxes: ReadonlySet<string> = new Set(['bbox']);
const carried: ReadonlySet<string> = new Set(['creationType']);
/** The one attribute that MOT has a column for. */
const VISIBILITY = 'visibility';

/** Writes sequences of the MOT Challenge: a directory for each video, a line for every frame of every box. */
export class MotWriter implements ExchangeWriter {
  readonly report = new TransferReport();
  readonly #labels: readonly string[];

  constructor({ classes }: Pick<WriterHead, 'classes'>) {
    this.#labels = classes.filter((each: AnnotationClass) => each.type === ClassType.Object).map(each => each.name);
  }

  picture(item: Pick<WrittenItem, 'name' | 'folder'>): string {
    return videoPath('videos', item);
  }

  files(item: WrittenItem): readonly OutputFile[] {
    const { tracks, frames, width, height } = writtenVideo(item, { types: boxes, fields: carried }, this.report);
    const lines: { readonly frame: number; readonly text: string }[] = [];
    let lost = 0;
    for (const [at, { track, className }] of tracks.entries())
      for (const { frame, content } of shownFrames(track, frames)) {
        const { points } = content;
        if (!isRecord(points)) continue;
        const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map(key => Number(points[key])) as [
          number,
          number,
          number,
          number,
        ];
        const attributes = recordsOf(content.attributes);
        const seen = attributes.find(each => each['groupName'] === VISIBILITY)?.['name'];
        lost += attributes.length - Number(seen !== undefined);
        const box = [Math.min(x1, x2) + 1, Math.min(y1, y2) + 1, Math.abs(x2 - x1), Math.abs(y2 - y1)].map(rounded);
        const label = this.#labels.indexOf(className) + 1;
        lines.push({
          frame,
          text: [frame + 1, at + 1, ...box, 1, label, typeof seen === 'number' ? seen : 1].join(','),
        });
      }
    if (lost > 0) this.report.add('attribute value', dropped, lost);
    const directory = videoStem(item);
    const ordered = lines.toSorted((one, other) => one.frame - other.frame);
    return [
      { path: `${directory}/gt/gt.txt`, content: ordered.map(({ text }) => `${text}\n`).join('') },
      { path: `${directory}/gt/labels.txt`, content: this.#labels.map(label => `${label}\n`).join('') },
      {
        path: `${directory}/seqinfo.ini`,
        content: `[Sequence]\nname=${item.name}\nimDir=img1\nframeRate=${rounded(frames.rate)}\nseqLength=${frames.count}\nimWidth=${width}\nimHeight=${height}\nimExt=.jpg\n`,
      },
    ];
  }
}
