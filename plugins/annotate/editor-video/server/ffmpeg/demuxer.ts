import { FilePathSource } from 'mediabunny';
import { Fault } from '#core/base/common/index.ts';
import { openMedia } from '../../common/media/probe-media.ts';

/** The demuxers of ffmpeg by the containers that we read. */
const demuxers: Readonly<Record<string, string>> = {
  MP4: 'mov',
  'QuickTime File Format': 'mov',
  Matroska: 'matroska',
  WebM: 'matroska',
  Ogg: 'ogg',
};

/** The demuxer of ffmpeg for a video file. @throws Fault ASSET_UNREADABLE */
export async function demuxerOf(path: string): Promise<string> {
  const input = openMedia(new FilePathSource(path));
  try {
    const { name } = await input.getFormat();
    const demuxer = demuxers[name];
    if (demuxer === undefined)
      throw new Fault('ASSET_UNREADABLE', `${name} files are not decoded on the server`, { status: 422 });
    return demuxer;
  } finally {
    input.dispose();
  }
}
