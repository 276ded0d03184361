import { Readable } from 'node:stream';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { fileKindOf } from '#plugins/workspace/items/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { Items, Uploads } from '#plugins/workspace/items/server/kit/index.ts';
import type { FrameChoice } from '../../common/api.ts';
import { frameChoice } from '../../common/api.ts';
import { decoderUnavailable, Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { LocalVideos } from '../ffmpeg/local-video.ts';
import { picturesOf } from './picture-parts.ts';
import { PictureTimes } from './picture-times.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int(), to_project_id: z.int(), frames: frameChoice });

/** Milliseconds that an extraction may take. */
const LIMIT_MS = 6 * 3_600_000;

/** Numbers of frames that became images, and of those that were there already. */
export interface Extracted {
  readonly added: number;
  readonly skipped: number;
}

/** Adds frames of a video to another project as images, as a job. */
export class FrameExtraction {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Projects) private readonly projects: Projects,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(LocalVideos) private readonly videos: LocalVideos,
  ) {}

  /**
   * Refuses at once what the job would.
   * @throws Fault FORBIDDEN, NOT_FOUND, DECODER_UNAVAILABLE, TYPE_NOT_SUPPORTED, UPLOAD_STATE
   */
  async admit(context: RequestContext, itemName: string, toProjectId: number): Promise<void> {
    await context.demand('UploadItem', { projectId: toProjectId });
    if (!(await this.ffmpeg.available())) throw decoderUnavailable();
    const { type, name } = await this.projects.get(context, toProjectId);
    if (fileKindOf(type)?.takes(nameOf(itemName, 0)) !== true)
      throw new Fault('TYPE_NOT_SUPPORTED', `${name} takes no images. Choose a project of images.`, {
        status: 415,
        details: { field: 'to_project_id' },
      });
    await this.uploads.admit(context, target(toProjectId, nameOf(itemName, 0), 'replace'), 1);
  }

  /** The job. Begun again, it adds what is not there yet. @throws Fault also what taking images in throws */
  async run(run: JobRun, context: RequestContext): Promise<Extracted> {
    const asked = subject.parse(run.subject);
    await context.demand('UploadItem', { projectId: asked.to_project_id });
    const item = await this.items.get(context, asked.item_id, asked.project_id);
    return this.videos.withFile(context, item, video =>
      this.#extract(run, context, video, { ...asked, name: item.name }),
    );
  }

  async #extract(
    run: JobRun,
    context: RequestContext,
    { path, demuxer, table }: LocalVideo,
    { to_project_id: toProjectId, frames, name }: z.output<typeof subject> & { readonly name: string },
  ): Promise<Extracted> {
    const times = new PictureTimes();
    let [added, skipped] = [0, 0];
    await this.ffmpeg.run({
      input: path,
      demuxer,
      beforeInput: ['-copyts'],
      args: [
        '-map',
        '0:v:0',
        '-an',
        '-sn',
        '-dn',
        '-vf',
        `${selectionOf(frames)},showinfo`,
        '-fps_mode',
        'passthrough',
        '-c:v',
        'mjpeg',
        '-q:v',
        '2',
        '-f',
        'image2pipe',
        'pipe:1',
      ],
      limitMs: LIMIT_MS,
      signal: run.signal,
      onLine: line => times.read(line),
      onLogEnd: () => times.end(),
      onOutput: async output => {
        for await (const picture of picturesOf(output)) {
          const time = await times.at(added + skipped);
          run.signal.throwIfAborted();
          if (time === undefined) throw new Fault('ASSET_UNREADABLE', `${name} has a frame without a time.`);
          const frame = table.nearestTo(time);
          const { status } = await this.uploads.upload(context, {
            ...target(toProjectId, nameOf(name, frame), 'skip'),
            source: Readable.from([Buffer.from(picture)]),
          });
          if (status === 'skipped') skipped += 1;
          else added += 1;
          run.progress(frame + 1, table.count, `${(added + skipped).toLocaleString('en')} images`);
        }
      },
    });
    return { added, skipped };
  }
}

const target = (projectId: number, name: string, onDuplicate: 'skip' | 'replace'): Parameters<Uploads['admit']>[1] => ({
  projectId,
  folderId: undefined,
  name,
  onDuplicate,
});

/** The name of a frame's image: that of the video with the number of the frame, from 1. */
const nameOf = (video: string, frame: number): string =>
  `${video.replace(/\.[^.]+$/, '')}_${String(frame + 1).padStart(6, '0')}.jpg`;

/** The filter that lets the chosen frames pass. */
function selectionOf(choice: FrameChoice): string {
  switch (choice.by) {
    case 'count':
      return `select='not(mod(n\\,${choice.every}))'`;
    case 'time':
      return `select='isnan(prev_selected_t)+gt(floor(t/${choice.every}+0.000001)\\,floor(prev_selected_t/${choice.every}+0.000001))'`;
    case 'scenes':
      return `select='eq(n\\,0)+gt(scene\\,${choice.change})'`;
  }
}
