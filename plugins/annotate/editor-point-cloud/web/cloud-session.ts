import { proxy, ref } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import type { CloudView, pointCloudsApi } from '#plugins/annotate/point-clouds/common/index.ts';
import type { CloudItem } from './cloud-store.ts';
import { messages } from './messages.ts';

/** Milliseconds between two questions how far an octree is. */
const ASK_MS = 1_000;

/** The cloud of the open item, as far as it is known. */
export interface CloudState {
  cloud: CloudView | undefined;
  /** Why nothing can be shown, in words. */
  problem: string | undefined;
}

/** The point cloud of the open item, followed while its octree is built. */
export class CloudSession {
  readonly state = proxy<CloudState>({ cloud: undefined, problem: undefined });
  readonly #api: Client<typeof pointCloudsApi>;
  readonly #item: CloudItem;
  #next: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(api: Client<typeof pointCloudsApi>, item: CloudItem) {
    this.#api = api;
    this.#item = item;
  }

  get item(): CloudItem {
    return this.#item;
  }

  get api(): Client<typeof pointCloudsApi> {
    return this.#api;
  }

  /** Asks how far the octree is, at once. */
  async refresh(): Promise<void> {
    clearTimeout(this.#next);
    try {
      this.#show((await this.#api.getPointCloud({ params: this.#item })).cloud);
    } catch (error) {
      if (this.#disposed) return;
      if (this.state.cloud === undefined)
        this.state.problem = messages.cloudSession.couldNotBeLoaded(error instanceof Error ? error.message : '');
      this.#next = setTimeout(() => void this.refresh(), ASK_MS * 3);
    }
  }

  /** Builds the octree again after it failed. */
  async again(): Promise<void> {
    this.#show((await this.#api.buildAgain({ params: this.#item })).cloud);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#next);
  }

  #show(cloud: CloudView | null): void {
    if (this.#disposed) return;
    this.state.problem = cloud === null ? messages.cloudSession.noPointCloud : undefined;
    this.state.cloud = cloud === null ? undefined : ref(cloud);
    if (cloud?.state === 'waiting' || cloud?.state === 'building')
      this.#next = setTimeout(() => void this.refresh(), ASK_MS);
  }
}
