import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import { attributesAt } from '../common/tracks/interpolate.ts';
import { isTrack } from '../common/tracks/track.ts';
import type { FrameSession } from './frame-session.ts';
import { messages } from './messages.ts';

/** The objects that are on the frame that is shown, for lists that follow the playhead. */
export class FramePresence {
  readonly #scene: Scene;
  readonly #frames: FrameSession;
  #present: ReadonlyMap<string, unknown> = new Map();
  #version = 0;

  /** `scene` is that of the document. */
  constructor(scene: Scene, frames: FrameSession) {
    this.#scene = scene;
    this.#frames = frames;
  }

  /** Another number when `titleOf` or `order` may answer something else. */
  get version(): number {
    return this.#version;
  }

  /** Looks at the frame; true when other objects are on it than before, or the same ones with other attributes. */
  update(): boolean {
    const { frame, table } = this.#frames;
    const before = this.#present;
    const present = new Map<string, unknown>();
    for (const each of this.#scene.instances) {
      if (!isTrack(each)) continue;
      const attributes = attributesAt(each, frame, table);
      if (attributes !== undefined) present.set(each.id, attributes);
    }
    this.#present = present;
    const isOther =
      present.size !== before.size ||
      [...present].some(([id, attributes]) => !before.has(id) || !sameJson(before.get(id), attributes));
    if (isOther) this.#version += 1;
    return isOther;
  }

  /** Returns the text in a list about an object that is not on the frame. */
  titleOf(instance: Instance): string | undefined {
    return this.#has(instance) ? undefined : messages.framePresence.notOnThisFrame;
  }

  /** Objects on the frame come first, the topmost one at the top. */
  order(one: Instance, other: Instance): number {
    const away = Number(!this.#has(one)) - Number(!this.#has(other));
    return away === 0 ? this.#scene.placeOf(other.id) - this.#scene.placeOf(one.id) : away;
  }

  #has(instance: Instance): boolean {
    return !isTrack(instance) || this.#present.has(instance.id);
  }
}
