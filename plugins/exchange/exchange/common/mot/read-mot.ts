import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { textOf } from '../exchange/json-file.ts';
import { stemOf } from '../exchange/image-path.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignSet,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import type { ReadHead } from '../exchange/read-head.ts';
import type { SeenOnFrame } from '../video/read-tracks.ts';
import { segmentOf, withoutCollinear, withoutGaps } from '../video/read-tracks.ts';
import { assumedFrames } from '../video/assumed-frames.ts';
import type { MotLine } from './mot-file.ts';
import { isMotPath, isMotText, motLabel, readMotLine, readSeqinfo } from './mot-file.ts';

/** A sequence of the set: its directory, and the name that its item has. */
interface Sequence {
  readonly directory: string;
  readonly name: string;
  readonly folder: string;
  /** The folder with the part of the set. */
  readonly wide: string;
}

/** The sequence of `NAME/gt/gt.txt`, or of `NAME.txt` as trackers write their results. */
function sequenceOf(path: string): Sequence {
  const parts = path.replaceAll('\\', '/').split('/');
  const file = parts.pop() ?? '';
  const directory = /^(?:gt|det)$/i.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  const isNamed = /^(?:gt|det)\b/i.test(file) && directory.length > 0;
  const owners = isNamed ? directory.slice(0, -1) : directory;
  return { directory: directory.join('/'), name: isNamed ? directory.at(-1)! : stemOf(file), ...placeOf(owners) };
}

/** The folder of a sequence by the directories before it. */
function placeOf(owners: readonly string[]): Pick<Sequence, 'folder' | 'wide'> {
  const wide = owners.filter(part => !/^(?:results|gt|videos)$/i.test(part));
  return {
    folder: wide.filter(part => !/^(?:train|test|val)(?:20\d\d)?$/i.test(part)).join('/'),
    wide: wide.join('/'),
  };
}

/** Reads sequences of the MOT Challenge: one track of boxes for each id. */
export async function readMot(files: readonly ForeignFile[], { report }: ReadHead): Promise<ForeignSet> {
  const beside = new Map(files.map(file => [file.path, file]));
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => /\.(?:txt|csv)$/i.test(each.path))) {
    if (/(?:^|\/)labels\.txt$/i.test(file.path)) continue;
    // A damaged file of that name is reported when it is read.
    if (!isMotPath(file.path) && !isMotText(await textOf(file))) continue;
    const { directory, name: given, folder, wide } = sequenceOf(file.path);
    const inDirectory = (path: string): ForeignFile | undefined =>
      beside.get(directory === '' ? path : `${directory}/${path}`);
    const info = inDirectory('seqinfo.ini');
    const labels = inDirectory('gt/labels.txt') ?? inDirectory('labels.txt');
    const facts = info === undefined ? new Map<string, string>() : readSeqinfo(await textOf(info));
    const name = facts.get('name') ?? given;
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      async read(size, item) {
        const names =
          labels === undefined
            ? []
            : (await textOf(labels))
                .split(/\r?\n/)
                .map(line => line.trim())
                .filter(line => line !== '');
        const lines = (await textOf(file)).split(/\r?\n/);
        return sequenceDocument(
          lines.flatMap((line, at) => (line.trim() === '' ? [] : [readMotLine(line, at + 1, file.path)])),
          { name, folder, path: file.path, facts, names, frames: item?.frames },
        );
      },
    });
    if (info === undefined && labels === undefined && /(?:^|\/)gt\.txt$/i.test(file.path) && directory === '')
      report.problem(file.path, 'names no video. Pack it as NAME/gt/gt.txt, or call it like the video.');
  }
  return { labels: [], documents };
}

interface SequenceHead extends Pick<NeutralDocument, 'name' | 'folder' | 'path'> {
  readonly facts: ReadonlyMap<string, string>;
  readonly names: readonly string[];
  readonly frames: FrameTable | undefined;
}

function sequenceDocument(lines: readonly MotLine[], head: SequenceHead): NeutralDocument {
  const { name, folder, path, facts, names } = head;
  const frames = head.frames ?? framesOfFile(lines, head);
  const byId = new Map<number, MotLine[]>();
  for (const line of lines) {
    if (line.flag === 0) continue;
    const own = byId.get(line.id);
    if (own === undefined) byId.set(line.id, [line]);
    else own.push(line);
  }
  const number = (field: string): number => Number(facts.get(field) ?? Number.NaN);
  const size = { width: number('imwidth'), height: number('imheight') };
  return {
    path,
    name,
    folder,
    ...(size.width > 0 && size.height > 0 ? size : {}),
    instances: [...byId].map(([id, own]) => trackOf(id, own, names, frames)),
  };
}

function framesOfFile(lines: readonly MotLine[], { facts, path }: SequenceHead): FrameTable {
  const length = Number(facts.get('seqlength'));
  const count = lines.reduce((most, { frame }) => Math.max(most, frame), Number.isInteger(length) ? length : 1);
  return assumedFrames(count, path, Number(facts.get('framerate')));
}

function trackOf(id: number, lines: readonly MotLine[], names: readonly string[], frames: FrameTable): NeutralInstance {
  const ordered = lines.toSorted((one, other) => one.frame - other.frame);
  const seen = ordered
    .filter((line, at) => line.frame !== ordered[at - 1]?.frame)
    .map(({ frame, left, top, width, height, visibility }): SeenOnFrame => ({
      frame: frame - 1,
      geometry: { points: { x1: left - 1, y1: top - 1, x2: left - 1 + width, y2: top - 1 + height } },
      attributes: visibility === undefined ? {} : { visibility },
    }));
  return {
    className: motLabel(ordered[0]!.label, names),
    geometry: { type: 'bbox' },
    fields: { source: { format: 'mot', id } },
    segments: withoutGaps(seen)
      .filter(run => run[0]!.frame <= frames.last)
      .map(run => {
        const inside = run.filter(({ frame }) => frame <= frames.last);
        return segmentOf(withoutCollinear('bbox', inside, frames), inside.at(-1)!.frame, frames);
      }),
  };
}
