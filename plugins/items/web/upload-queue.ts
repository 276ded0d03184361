import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { isFault, throttle } from '#core/base/common/index.ts';
import { errorText, toast } from '#core/ui/web/index.ts';
import { ItemsClient } from './items-client.ts';

/** Files sent at a time. */
const PARALLEL = 4;

/** Progress of a file (spec 3: inProgress 1, complete 2, error 4); 0 while it waits, 5 skipped, 6 canceled. */
export const uploadStates = { waiting: 0, inProgress: 1, complete: 2, error: 4, skipped: 5, canceled: 6 } as const;
export type UploadState = (typeof uploadStates)[keyof typeof uploadStates];

/** One file of the queue; changes in place, `UploadQueue.state.version` says when. */
export interface UploadEntry {
  readonly key: number;
  readonly file: File;
  readonly name: string;
  readonly projectId: number;
  readonly folderId: number;
  readonly folderName: string;
  readonly onDuplicate: 'skip' | 'replace';
  state: UploadState;
  /** 0 to 1. */
  progress: number;
  error: { readonly code: string; readonly message: string } | undefined;
}

export type NewUpload = Pick<UploadEntry, 'file' | 'name' | 'projectId' | 'folderId' | 'folderName' | 'onDuplicate'>;

/** Codes after which the same file can do no better. */
const FINAL = new Set(['TYPE_NOT_SUPPORTED', 'TOO_LARGE', 'ASSET_UNREADABLE', 'INVALID_FIELD']);

/** Sends files, a few at a time; goes on while its dialog is closed and other pages of the team are open. */
export class UploadQueue implements Disposable {
  /** Grows with every visible change; counts are of the whole queue. */
  readonly state = proxy({ version: 0, opened: false, total: 0, done: 0, failed: 0, skipped: 0, sentBytes: 0, totalBytes: 0 });
  readonly #entries: UploadEntry[] = [];
  readonly #stops = new Map<UploadEntry, AbortController>();
  readonly #show = throttle(() => this.#count(), 120);
  readonly #refresh = throttle(() => void this.queries.invalidateQueries({ queryKey: ['items'] }), 1500);
  #next = 1;
  #running = 0;

  constructor(
    @inject(ItemsClient) private readonly client: ItemsClient,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    window.addEventListener('beforeunload', this.#warn);
  }

  get entries(): readonly UploadEntry[] {
    return this.#entries;
  }

  get active(): boolean {
    return this.#running > 0;
  }

  add(files: readonly NewUpload[]): void {
    if (!this.active) this.clear();
    for (const each of files) this.#entries.push({ ...each, key: this.#next++, state: uploadStates.waiting, progress: 0, error: undefined });
    this.#count();
    this.#pump();
  }

  /** Stops one file, or all that are not done. */
  cancel(entry?: UploadEntry): void {
    for (const each of entry === undefined ? this.#entries : [entry]) {
      if (each.state === uploadStates.waiting || each.state === uploadStates.inProgress) each.state = uploadStates.canceled;
      this.#stops.get(each)?.abort();
    }
    this.#count();
  }

  /** Sends a failed file again, or all that failed for a reason that may pass. */
  retry(entry?: UploadEntry): void {
    for (const each of entry === undefined ? this.#entries.filter(one => this.canRetry(one)) : [entry]) {
      each.state = uploadStates.waiting;
      each.progress = 0;
      each.error = undefined;
    }
    this.#count();
    this.#pump();
  }

  canRetry(entry: UploadEntry): boolean {
    return entry.state === uploadStates.canceled || (entry.state === uploadStates.error && !FINAL.has(entry.error?.code ?? ''));
  }

  /** Forgets what is over. */
  clear(): void {
    this.#entries.splice(0, this.#entries.length, ...this.#entries.filter(each => each.state === uploadStates.waiting || each.state === uploadStates.inProgress));
    this.#count();
  }

  open(opened: boolean): void {
    this.state.opened = opened;
  }

  dispose(): void {
    this.cancel();
    this.#show.dispose();
    this.#refresh.dispose();
    window.removeEventListener('beforeunload', this.#warn);
  }

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.active) event.preventDefault();
  };

  #pump(): void {
    while (this.#running < PARALLEL) {
      const entry = this.#entries.find(each => each.state === uploadStates.waiting);
      if (entry === undefined) return;
      this.#running++;
      void this.#send(entry).finally(() => {
        this.#running--;
        this.#show();
        this.#refresh();
        this.#pump();
        if (this.#running === 0) this.#finish();
      });
    }
  }

  async #send(entry: UploadEntry): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(entry, stop);
    entry.state = uploadStates.inProgress;
    try {
      const answer = await this.client.items.uploadItem({
        params: { project_id: entry.projectId },
        query: { folder_id: entry.folderId, name: entry.name, on_duplicate: entry.onDuplicate },
        body: entry.file,
        signal: stop.signal,
        onProgress: (sent, total) => {
          entry.progress = total === 0 ? 1 : sent / total;
          this.#show();
        },
      });
      entry.state = answer.status === 'skipped' ? uploadStates.skipped : uploadStates.complete;
      entry.progress = 1;
    } catch (error) {
      if (stop.signal.aborted) {
        entry.state = uploadStates.canceled;
        return;
      }
      entry.state = uploadStates.error;
      entry.error = { code: isFault(error) ? error.code : 'INTERNAL', message: errorText(error) };
    } finally {
      this.#stops.delete(entry);
    }
  }

  #count(): void {
    const { state } = this;
    const are = (...states: UploadState[]): number => this.#entries.filter(each => states.includes(each.state)).length;
    state.total = this.#entries.length;
    state.done = are(uploadStates.complete);
    state.failed = are(uploadStates.error);
    state.skipped = are(uploadStates.skipped, uploadStates.canceled);
    state.totalBytes = this.#entries.reduce((sum, each) => sum + each.file.size, 0);
    state.sentBytes = this.#entries.reduce((sum, each) => sum + (each.state === uploadStates.waiting || each.state === uploadStates.inProgress ? each.progress : 1) * each.file.size, 0);
    state.version++;
  }

  #finish(): void {
    this.#count();
    void this.queries.invalidateQueries({ queryKey: ['items'] });
    const { done, failed, skipped, opened } = this.state;
    if (opened) return;
    const parts = [`${done.toLocaleString('en')} uploaded`, ...(skipped > 0 ? [`${skipped.toLocaleString('en')} skipped`] : []), ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : [])];
    toast(`${parts.join(', ')}.`, failed > 0 ? { tone: 'error', action: { label: 'Show', run: () => this.open(true) } } : { tone: 'success' });
  }
}
