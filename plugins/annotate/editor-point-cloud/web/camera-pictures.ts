import type { CloudImage } from '#plugins/annotate/point-clouds/common/index.ts';
import type { CloudSession } from './cloud-session.ts';
import type { CameraPicture } from './scene/camera-colors.ts';

/** Pixels of the longer side of a picture in memory: finer than the points lie. */
const SIDE = 960;
/** Frames whose pictures are kept. */
const KEPT = 3;

/** The pixels of camera images, loaded when points are to be coloured by them. */
export class CameraPictures {
  readonly #session: CloudSession;
  readonly #changed: () => void;
  readonly #closing = new AbortController();
  /** By frame, the least recently shown first. */
  readonly #frames = new Map<number, CameraPicture[]>();

  /** `changed` is called when another picture is there. */
  constructor(session: CloudSession, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  /** The pictures of a frame that are there; the others are loaded. */
  of(frame: number, images: readonly CloudImage[]): readonly CameraPicture[] {
    const known = this.#frames.get(frame);
    this.#frames.delete(frame);
    const pictures = known ?? [];
    this.#frames.set(frame, pictures);
    if (known !== undefined) return known;
    for (const old of this.#frames.keys()) if (this.#frames.size > KEPT) this.#frames.delete(old);
    for (const image of images.filter(each => each.frame === frame)) void this.#load(image, pictures);
    return pictures;
  }

  dispose(): void {
    this.#closing.abort();
    this.#frames.clear();
  }

  async #load(image: CloudImage, pictures: CameraPicture[]): Promise<void> {
    const { api, item, state } = this.#session;
    if (state.cloud === undefined) return;
    try {
      const response = await api.getCloudImage({
        params: { ...item, frame: image.frame, image: image.index },
        query: { cloud: state.cloud.id },
        signal: this.#closing.signal,
      });
      const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
      const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      const bitmap = await createImageBitmap(await response.blob(), { resizeWidth: width, resizeHeight: height });
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      bitmap.close();
      pictures.push({ camera: image, width, height, data: context.getImageData(0, 0, width, height).data });
      if (!this.#closing.signal.aborted) this.#changed();
    } catch {
      // Points that only this camera shows keep the colour of those that none shows.
    }
  }
}
