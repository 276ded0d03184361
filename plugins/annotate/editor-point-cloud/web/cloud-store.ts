import type { Client } from '#core/api/web/index.ts';
import type { CloudNode, CloudView, NodePoints, pointCloudsApi } from '#plugins/annotate/point-clouds/common/index.ts';
import { decodeNode } from '#plugins/annotate/point-clouds/common/index.ts';
import type { PointChunk } from '../common/geometry/cloud-points.ts';

/** The item whose point cloud is shown. */
export interface CloudItem {
  readonly project_id: number;
  readonly item_id: number;
}

/** A node that is in memory. */
export interface LoadedNode extends PointChunk {
  readonly key: string;
  readonly frame: number;
  readonly node: CloudNode;
  readonly points: NodePoints;
}

/** Requests at once. */
const AT_ONCE = 6;
/** Milliseconds until a node that could not be loaded is asked for again. */
const AGAIN_MS = 3_000;

/** The nodes of a cloud: loads those that are wanted, and forgets those that were not for the longest time. */
export class CloudStore {
  readonly #api: Client<typeof pointCloudsApi>;
  readonly #item: CloudItem;
  readonly #cloud: CloudView;
  readonly #changed: () => void;
  readonly #closing = new AbortController();
  /** Least recently wanted first. */
  readonly #loaded = new Map<string, LoadedNode>();
  readonly #running = new Set<string>();
  readonly #failed = new Map<string, number>();
  #wanted: readonly { readonly frame: number; readonly node: CloudNode }[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Nodes of the frame that was asked for last. */
  #chunks: { readonly frame: number; readonly chunks: readonly LoadedNode[] } | undefined;
  /** Points kept in memory. */
  #most: number;

  constructor(
    api: Client<typeof pointCloudsApi>,
    item: CloudItem,
    cloud: CloudView,
    most: number,
    changed: () => void,
  ) {
    this.#api = api;
    this.#item = item;
    this.#cloud = cloud;
    this.#most = most;
    this.#changed = changed;
  }

  /** Nodes of a frame that are in memory. */
  chunks(frame: number): readonly LoadedNode[] {
    if (this.#chunks?.frame !== frame)
      this.#chunks = { frame, chunks: [...this.#loaded.values()].filter(each => each.frame === frame) };
    return this.#chunks.chunks;
  }

  get(frame: number, name: string): LoadedNode | undefined {
    return this.#loaded.get(`${frame}/${name}`);
  }

  /** True for a node in memory, by its key. */
  has(key: string): boolean {
    return this.#loaded.has(key);
  }

  /** Nodes that are wanted and not there yet. */
  get missing(): number {
    return this.#wanted.filter(({ frame, node }) => !this.#loaded.has(`${frame}/${node.name}`)).length;
  }

  /** Says which nodes are wanted now, the most important first. */
  want(wanted: readonly { readonly frame: number; readonly node: CloudNode }[]): void {
    this.#wanted = wanted;
    for (const { frame, node } of wanted.toReversed()) {
      const key = `${frame}/${node.name}`;
      const found = this.#loaded.get(key);
      if (found === undefined) continue;
      this.#loaded.delete(key);
      this.#loaded.set(key, found);
    }
    this.#fill();
  }

  dispose(): void {
    this.#closing.abort();
    clearTimeout(this.#retry);
    this.#loaded.clear();
  }

  #fill(): void {
    const now = performance.now();
    for (const { frame, node } of this.#wanted) {
      if (this.#running.size >= AT_ONCE) return;
      const key = `${frame}/${node.name}`;
      if (this.#loaded.has(key) || this.#running.has(key) || (this.#failed.get(key) ?? 0) > now) continue;
      void this.#load(key, frame, node);
    }
  }

  async #load(key: string, frame: number, node: CloudNode): Promise<void> {
    this.#running.add(key);
    try {
      const response = await this.#api.getCloudNode({
        params: { ...this.#item, frame, node: node.name },
        query: { cloud: this.#cloud.id },
        signal: this.#closing.signal,
      });
      const points = decodeNode(new Uint8Array(await response.arrayBuffer()), this.#cloud.channels);
      const [minX, minY, minZ] = node.min;
      const [maxX, maxY, maxZ] = node.max;
      this.#loaded.set(key, {
        key,
        frame,
        node,
        points,
        positions: points.positions,
        min: { x: minX, y: minY, z: minZ },
        max: { x: maxX, y: maxY, z: maxZ },
      });
      this.#chunks = undefined;
      this.#forget();
      this.#changed();
    } catch {
      // The page says where the server is out of reach; what is missing is asked for again.
      if (this.#closing.signal.aborted) return;
      this.#failed.set(key, performance.now() + AGAIN_MS);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#fill(), AGAIN_MS + 50);
    } finally {
      this.#running.delete(key);
      if (!this.#closing.signal.aborted) this.#fill();
    }
  }

  #forget(): void {
    let points = 0;
    for (const { node } of this.#loaded.values()) points += node.points;
    const wanted = new Set(this.#wanted.map(({ frame, node }) => `${frame}/${node.name}`));
    for (const [key, { node }] of this.#loaded) {
      if (points <= this.#most) return;
      if (wanted.has(key)) continue;
      this.#loaded.delete(key);
      points -= node.points;
    }
  }
}
