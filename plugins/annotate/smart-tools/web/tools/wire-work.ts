import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { simplifyPath } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { regionFromRuns } from '../../common/region-from-runs.ts';
import { runsOfRing } from '../../common/ring-runs.ts';
import { messages } from '../messages.ts';
import { outlineTolerance } from '../segmenting/proposal.ts';
import type { VisionWorker } from '../vision/vision-worker.ts';
import { LatestCall } from './latest-call.ts';
import { ViewPicture } from './view-picture.ts';

/** Fixed point of the wire, and the path from the anchor before (x, y, …). */
interface Anchor {
  readonly place: Place;
  readonly way: readonly number[];
}

/** A line that is led along borders from anchor to anchor until it is closed. */
export class WireWork {
  readonly #context: AssistantContext;
  readonly #vision: VisionWorker;
  readonly #follow: LatestCall<{ readonly place: Place; readonly straight: boolean }>;
  #anchors: readonly Anchor[] = [];
  #live: readonly number[] = [];
  #picture: ViewPicture | undefined;
  /** Orders the work of the worker by clicks. */
  #chain: Promise<void> = Promise.resolve();
  #pending = 0;
  /** View at the time the picture was read. */
  #seen = { minX: 0, minY: 0, maxX: 0, maxY: 0 };

  constructor(context: AssistantContext, vision: VisionWorker) {
    this.#context = context;
    this.#vision = vision;
    this.#follow = new LatestCall(async ({ place, straight }, signal) => {
      const way = await this.#way(place, straight);
      if (signal.aborted) return;
      this.#live = way;
      context.stage.requestOverlay();
    });
  }

  get anchors(): readonly Anchor[] {
    return this.#anchors;
  }

  /** From the last anchor to the pointer. */
  get live(): readonly number[] {
    return this.#live;
  }

  get busy(): boolean {
    return this.#pending > 0;
  }

  /** Fixes the wire at a place. `straight` leads there without looking at borders. */
  fix(place: Place, straight: boolean): void {
    this.#do(async () => {
      const way = this.#anchors.length === 0 ? [] : await this.#way(place, straight);
      const end = way.length >= 2 ? { x: way.at(-2)!, y: way.at(-1)! } : place;
      this.#anchors = [...this.#anchors, { place: end, way }];
      this.#live = [];
      await this.#seed(end);
    });
  }

  follow(place: Place, straight: boolean): void {
    if (this.#anchors.length > 0 && !this.busy) this.#follow.ask({ place, straight });
  }

  /** False when there is no anchor to take back. */
  takeBack(): boolean {
    if (this.#anchors.length === 0) return false;
    this.#do(async () => {
      this.#anchors = this.#anchors.slice(0, -1);
      this.#live = [];
      const last = this.#anchors.at(-1);
      if (last !== undefined) await this.#seed(last.place);
    });
    return true;
  }

  /** Leads the wire back to its beginning and makes the inside an object. False when it encloses nothing yet. */
  close(): boolean {
    if (this.#anchors.length + this.#pending < 2) return false;
    this.#do(async () => {
      const [first] = this.#anchors;
      if (first === undefined) return;
      const ring = [
        ...this.#anchors.flatMap(({ place, way }) => (way.length === 0 ? [place.x, place.y] : way)),
        ...(await this.#way(first.place, false)),
      ];
      const context = this.#context;
      const region = regionFromRuns(runsOfRing(ring, context.stage.camera.item), 1, outlineTolerance(context));
      this.drop();
      if (region.parts.length === 0) context.session.notify(messages.wireWork.lineEnclosesNothing);
      else context.accept({ ...region, confidence: 1 });
    });
    return true;
  }

  /** False when there was nothing. */
  drop(): boolean {
    const had = this.#anchors.length > 0;
    this.#follow.stop();
    this.#anchors = [];
    this.#live = [];
    this.#picture = undefined;
    this.#context.stage.requestOverlay();
    return had;
  }

  async #seed(place: Place): Promise<void> {
    const { visible } = this.#context.stage.camera;
    const moved =
      this.#picture === undefined ||
      !this.#picture.holds(place) ||
      Math.abs(visible.minX - this.#seen.minX) +
        Math.abs(visible.minY - this.#seen.minY) +
        Math.abs(visible.maxX - this.#seen.maxX) >
        1;
    if (moved) {
      this.#seen = visible;
      this.#picture = await ViewPicture.read(this.#context);
      if (this.#picture === undefined) return;
      const { data, width, height } = this.#picture.image;
      await this.#vision.call('wireOpen', { data, width, height });
    }
    if (this.#picture?.holds(place) === true) await this.#vision.call('wireSeed', this.#picture.toPixel(place));
  }

  async #way(place: Place, straight: boolean): Promise<readonly number[]> {
    const from = this.#anchors.at(-1)?.place;
    const picture = this.#picture;
    if (from === undefined) return [];
    if (straight || picture === undefined || !picture.holds(place) || !picture.holds(from)) return [place.x, place.y];
    const pixels = await this.#vision.call('wirePath', picture.toPixel(place));
    return pixels.length < 4
      ? [place.x, place.y]
      : simplifyPath(picture.toItem(pixels), this.#context.stage.reach(0.5));
  }

  #do(work: () => Promise<void>): void {
    this.#pending += 1;
    this.#follow.stop();
    this.#chain = this.#chain
      .then(work)
      .catch((error: unknown) =>
        this.#context.session.notify(
          error instanceof Error ? error.message : messages.wireWork.imageToolsFailed,
          'error',
        ),
      )
      .finally(() => {
        this.#pending -= 1;
        this.#context.stage.requestOverlay();
      });
  }
}
