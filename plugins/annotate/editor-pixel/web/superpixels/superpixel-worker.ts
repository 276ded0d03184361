import { superpixels } from '../../common/superpixels.ts';
import type { SuperpixelReply, SuperpixelRequest } from './superpixel-messages.ts';

self.onmessage = ({ data: { request, picture, width, height, side } }: MessageEvent<SuperpixelRequest>): void => {
  const { cells } = superpixels(picture, width, height, side);
  self.postMessage({ request, cells } satisfies SuperpixelReply, { transfer: [cells.buffer as ArrayBuffer] });
};
