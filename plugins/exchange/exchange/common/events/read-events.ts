import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { MICRO } from '#plugins/annotate/editor-video/common/index.ts';
import { hasVideoEnding, imagePlace } from '../exchange/image-path.ts';
import { textOf } from '../exchange/json-file.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../exchange/neutral-document.ts';
import { assumedSteps } from '../video/assumed-frames.ts';
import { segmentOf } from '../video/read-tracks.ts';
import type { Cue } from './cue.ts';
import { withoutTranscript } from './cue.ts';
import { cueTaskOf, readCues } from './cue-files.ts';

/** Seconds within which a time counts as the beginning of a frame: subtitles have milliseconds. */
const ROUNDING = 0.001;

/** Reads files of cues: one for each video or sound, named like it. */
export async function readEvents(files: readonly ForeignFile[]): Promise<ForeignSet> {
  const documents: ForeignDocument[] = [];
  for (const file of files) {
    const text = await textOf(file);
    const task = cueTaskOf(file.path, text);
    if (task === undefined) continue;
    const { name: own, folder, wide } = imagePlace(file.path);
    const bare = own.replace(/\.(?:vtt|srt|csv|txt)$/i, '');
    // Players look for subtitles of a language as `clip.en.vtt`.
    const name = hasVideoEnding(bare) ? bare : bare.replace(/\.[a-z]{2}(?:-[A-Za-z]{2})?$/, '');
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      async read(size, item) {
        const cues = withoutTranscript(readCues(text, task, file.path));
        const end = cues.reduce((most, cue) => Math.max(most, cue.end), 0);
        const frames = item?.frames ?? assumedSteps(end, file.path);
        return { path: file.path, name, folder, instances: cues.flatMap(cue => eventOf(cue, frames)) };
      },
    });
  }
  return { labels: [], documents };
}

/** The event of a cue; none where it begins after the end of the media. */
function eventOf({ start, end, label, attributes }: Cue, frames: FrameTable): readonly NeutralInstance[] {
  if (start * MICRO >= frames.duration) return [];
  const first = frameFrom(start, frames);
  const last = Math.max(first, frameFrom(end, frames) - (end * MICRO >= frames.duration ? 0 : 1));
  return [
    {
      className: label,
      geometry: { type: 'event' },
      segments: [segmentOf([{ frame: first, geometry: {}, attributes }], last, frames)],
    },
  ];
}

/** The frame that a time lies in; the one that begins within {@link ROUNDING} of it first. */
function frameFrom(seconds: number, frames: FrameTable): number {
  const frame = frames.frameOf(seconds * MICRO + 1);
  const next = frames.starts[frame + 1];
  return next !== undefined && next / MICRO - seconds <= ROUNDING ? frame + 1 : frame;
}
