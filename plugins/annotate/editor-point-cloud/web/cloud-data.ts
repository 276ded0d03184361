import type { CloudFrame, CloudNode, CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import type { Box } from '../common/geometry/box.ts';
import { boxBounds } from '../common/geometry/box.ts';
import { Ground } from '../common/geometry/ground.ts';
import type { CloudSession } from './cloud-session.ts';
import type { LoadedNode } from './cloud-store.ts';
import { CloudStore } from './cloud-store.ts';

/** Points kept in memory for views and frames that were seen. */
const KEPT = 12_000_000;

/** The points of the open item on the frame that is shown. */
export class CloudData {
  readonly #session: CloudSession;
  readonly #changed: () => void;
  #cloud: CloudView | undefined;
  #store: CloudStore | undefined;
  #frame = 0;
  #ground: { readonly chunks: readonly LoadedNode[]; readonly ground: Ground } | undefined;
  /** Nodes of other frames that are shown beside the frame. */
  beside: readonly { readonly frame: number; readonly node: CloudNode }[] = [];
  #heights: { readonly key: string; readonly range: readonly [number, number] } | undefined;

  /** `changed` is called when points came in. */
  constructor(session: CloudSession, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  open(cloud: CloudView): void {
    if (cloud.id === this.#cloud?.id && this.#store !== undefined) return;
    this.#store?.dispose();
    this.#cloud = cloud;
    this.#store = new CloudStore(this.#session.api, this.#session.item, cloud, KEPT, this.#changed);
  }

  get cloud(): CloudView | undefined {
    return this.#cloud;
  }

  get store(): CloudStore | undefined {
    return this.#store;
  }

  get frames(): readonly CloudFrame[] {
    return this.#cloud?.frames ?? [];
  }

  get isSequence(): boolean {
    return this.frames.length > 1;
  }

  get frame(): number {
    return this.#frame;
  }

  set frame(frame: number) {
    this.#frame = frame;
  }

  get now(): CloudFrame | undefined {
    return this.frames[this.#frame];
  }

  /** Microseconds. */
  get time(): number {
    return this.now?.timestamp ?? 0;
  }

  get chunks(): readonly LoadedNode[] {
    return this.#store?.chunks(this.#frame) ?? [];
  }

  /** Nodes of a frame that a box meets. */
  nodesIn(box: Box, frame: number): readonly CloudNode[] {
    const bounds = boxBounds(box);
    return this.frames[frame]?.nodes.filter(node => meets(bounds, node.min, node.max)) ?? [];
  }

  /** Nodes in memory that a box meets. */
  chunksIn(box: Box, frame = this.#frame): readonly LoadedNode[] {
    return this.nodesIn(box, frame).flatMap(node => this.#store?.get(frame, node.name) ?? []);
  }

  /**
   * Loads nodes of the shown frame, the most important first, then those around a box and the first of the next
   * frame.
   */
  want(chosen: readonly CloudNode[], box: Box | undefined): void {
    const { frames } = this;
    const frame = this.#frame;
    const around = box === undefined ? [] : this.nodesIn(box, frame);
    const next = frames[frame + 1]?.nodes.slice(0, 1) ?? [];
    this.#store?.want([
      ...[...new Set([...chosen.slice(0, 1), ...around, ...chosen])].map(node => ({ frame, node })),
      ...this.beside,
      ...next.map(node => ({ frame: frame + 1, node })),
    ]);
  }

  /** True when all points in a box are in memory. */
  isWholeIn(box: Box): boolean {
    const bounds = boxBounds(box);
    return (
      this.now?.nodes.every(
        node => !meets(bounds, node.min, node.max) || this.#store?.get(this.#frame, node.name) !== undefined,
      ) ?? false
    );
  }

  /** The ground under the points that are in memory. */
  get ground(): Ground {
    const { chunks } = this;
    if (this.#ground?.chunks !== chunks) this.#ground = { chunks, ground: new Ground(chunks) };
    return this.#ground.ground;
  }

  /** Heights between which nearly all points lie, metres. */
  get heights(): readonly [number, number] {
    const root = this.#store?.get(this.#frame, 'r');
    if (root === undefined) return [this.now?.min[2] ?? 0, this.now?.max[2] ?? 1];
    if (this.#heights?.key !== root.key) {
      const step = Math.max(1, Math.floor(root.node.points / 5000));
      const sample: number[] = [];
      for (let at = 0; at < root.node.points; at += step) sample.push(root.positions[at * 3 + 2]! + root.min.z);
      sample.sort((one, other) => one - other);
      const share = (part: number): number => sample[Math.floor((sample.length - 1) * part)] ?? 0;
      this.#heights = { key: root.key, range: [share(0.02), Math.max(share(0.98), share(0.02) + 0.5)] };
    }
    return this.#heights.range;
  }

  dispose(): void {
    this.#store?.dispose();
  }
}

/** True when a box with these bounds and a cube share a place. */
export function meets(bounds: ReturnType<typeof boxBounds>, min: readonly number[], max: readonly number[]): boolean {
  return (
    bounds.max.x >= min[0]! &&
    bounds.max.y >= min[1]! &&
    bounds.max.z >= min[2]! &&
    bounds.min.x <= max[0]! &&
    bounds.min.y <= max[1]! &&
    bounds.min.z <= max[2]!
  );
}
