import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { isFault, throttle } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { errorText, toast } from '#core/ui/web/index.ts';
import { itemKeys } from '../../common/query-keys.ts';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';
import { FileTransfer } from './file-transfer.ts';
import type { NewUpload, UploadEntry, UploadState } from './upload-entry.ts';
import { uploadStates } from './upload-entry.ts';
import { UploadSpeed } from './upload-speed.ts';

/** Files sent at a time. */
const PARALLEL = 4;

/** Codes after which the same file can do no better. */
const FINAL = new Set([
  'TYPE_NOT_SUPPORTED',
  'TOO_LARGE',
  'ASSET_UNREADABLE',
  'INVALID_FIELD',
  'UPLOAD_STATE',
  'FORBIDDEN',
]);

/** Sends files, a few at a time; goes on while its dialog is closed and other pages of the team are open. */
export class UploadQueue implements Disposable {
  /** Grows with every visible change; counts are of the whole queue. `rate` in bytes a second. */
  readonly state = proxy({
    version: 0,
    opened: false,
    paused: false,
    offline: false,
    total: 0,
    done: 0,
    failed: 0,
    skipped: 0,
    sentBytes: 0,
    totalBytes: 0,
    rate: undefined as number | undefined,
  });
  readonly #entries: UploadEntry[] = [];
  readonly #transfers = new Map<UploadEntry, FileTransfer>();
  readonly #running = new Set<UploadEntry>();
  readonly #speed = new UploadSpeed();
  readonly #show = throttle(() => this.#count(), 120);
  readonly #refresh = throttle(() => void this.queries.invalidateQueries({ queryKey: itemKeys.all }), 1500);
  #next = 1;

  constructor(
    @inject(ItemsClient) private readonly client: ItemsClient,
    @inject(Transport) private readonly transport: Transport,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    window.addEventListener('beforeunload', this.#warn);
    window.addEventListener('online', this.#wake);
  }

  get entries(): readonly UploadEntry[] {
    return this.#entries;
  }

  /** Something is being sent, or would be if it were not paused. */
  get active(): boolean {
    return this.#running.size > 0 || this.#entries.some(each => each.state === uploadStates.waiting);
  }

  add(files: readonly NewUpload[]): void {
    if (!this.active) this.clear();
    for (const { taken = false, ...each } of files)
      this.#entries.push({
        ...each,
        key: this.#next++,
        state: taken && each.onDuplicate === 'skip' ? uploadStates.skipped : uploadStates.waiting,
        sent: 0,
        continued: undefined,
        offline: false,
        error: undefined,
        jobId: undefined,
      });
    this.#count();
    this.#pump();
  }

  /** Stops sending until `continue`; what has arrived stays. */
  pause(): void {
    this.state.paused = true;
    for (const entry of this.#running) {
      this.#running.delete(entry);
      entry.state = uploadStates.waiting;
      entry.offline = false;
      this.#transfers.get(entry)?.pause();
    }
    this.#count();
  }

  continue(): void {
    this.state.paused = false;
    this.#speed.reset();
    this.#count();
    this.#pump();
  }

  /** Stops one file, or all that are not done, and has the server forget what arrived of them. */
  cancel(entry?: UploadEntry): void {
    for (const each of entry === undefined ? this.#entries : [entry]) {
      if (each.state !== uploadStates.waiting && each.state !== uploadStates.inProgress) continue;
      each.state = uploadStates.canceled;
      this.#running.delete(each);
      void this.#transfers.get(each)?.cancel();
      this.#transfers.delete(each);
    }
    if (!this.active) this.state.paused = false;
    this.#count();
    this.#pump();
  }

  /** Sends a failed file again, or all that failed for a reason that may pass. */
  retry(entry?: UploadEntry): void {
    for (const each of entry === undefined ? this.#entries.filter(one => this.canRetry(one)) : [entry]) {
      Object.assign(each, { state: uploadStates.waiting, sent: 0, continued: undefined, error: undefined });
      this.#transfers.delete(each);
    }
    this.#count();
    this.#pump();
  }

  canRetry(entry: UploadEntry): boolean {
    return (
      entry.state === uploadStates.canceled ||
      (entry.state === uploadStates.error && !FINAL.has(entry.error?.code ?? ''))
    );
  }

  /** Forgets what is over. */
  clear(): void {
    this.#entries.splice(
      0,
      this.#entries.length,
      ...this.#entries.filter(each => each.state === uploadStates.waiting || each.state === uploadStates.inProgress),
    );
    this.#count();
  }

  open(opened: boolean): void {
    this.state.opened = opened;
  }

  dispose(): void {
    // What has arrived stays on the server: the same file goes on from there.
    this.pause();
    this.#show.dispose();
    this.#refresh.dispose();
    window.removeEventListener('beforeunload', this.#warn);
    window.removeEventListener('online', this.#wake);
  }

  readonly #warn = (event: BeforeUnloadEvent): void => {
    if (this.active) event.preventDefault();
  };

  readonly #wake = (): void => {
    for (const entry of this.#running) this.#transfers.get(entry)?.wake();
  };

  #pump(): void {
    while (!this.state.paused && this.#running.size < PARALLEL) {
      const entry = this.#entries.find(each => each.state === uploadStates.waiting);
      if (entry === undefined) return;
      void this.#send(entry);
    }
  }

  async #send(entry: UploadEntry): Promise<void> {
    entry.state = uploadStates.inProgress;
    this.#running.add(entry);
    const known = this.#transfers.get(entry);
    const transfer = known ?? this.#transfer(entry);
    this.#transfers.set(entry, transfer);
    void transfer.start();
    // Its outcome goes to the call that began it.
    if (known !== undefined) return;
    const { state, error, jobId } = await transfer.outcome.then(
      outcome => ({
        state: outcome.status === 'skipped' ? uploadStates.skipped : uploadStates.complete,
        error: undefined,
        jobId: outcome.status === 'unpacking' ? outcome.job_id : undefined,
      }),
      (reason: unknown) => ({
        state: isFault(reason) && reason.code === 'NAME_EXISTS' ? uploadStates.skipped : uploadStates.error,
        error: { code: isFault(reason) ? reason.code : 'INTERNAL', message: errorText(reason) },
        jobId: undefined,
      }),
    );
    // Canceled, or sent again meanwhile.
    if (this.#transfers.get(entry) !== transfer) return;
    this.#transfers.delete(entry);
    this.#running.delete(entry);
    Object.assign(entry, {
      state,
      jobId,
      error: state === uploadStates.error ? error : undefined,
      offline: false,
      sent: entry.file.size,
    });
    this.#show();
    this.#refresh();
    this.#pump();
    if (!this.active) this.#finish();
  }

  #transfer(entry: UploadEntry): FileTransfer {
    return new FileTransfer(entry, this.client, this.transport, {
      progress: sent => {
        this.#speed.sent(Math.max(0, sent - entry.sent), Date.now());
        entry.sent = sent;
        this.#show();
      },
      continued: sent => {
        entry.sent = sent;
        entry.continued = sent;
        this.#show();
      },
      waiting: waits => {
        if (entry.offline === waits) return;
        entry.offline = waits;
        this.#show();
      },
    });
  }

  #count(): void {
    const { state } = this;
    const are = (...states: UploadState[]): number => this.#entries.filter(each => states.includes(each.state)).length;
    const open = (entry: UploadEntry): boolean =>
      entry.state === uploadStates.waiting || entry.state === uploadStates.inProgress;
    state.total = this.#entries.length;
    state.done = are(uploadStates.complete);
    state.failed = are(uploadStates.error);
    state.skipped = are(uploadStates.skipped, uploadStates.canceled);
    state.offline = [...this.#running].some(each => each.offline);
    state.totalBytes = this.#entries.reduce((sum, each) => sum + each.file.size, 0);
    state.sentBytes = this.#entries.reduce((sum, each) => sum + (open(each) ? each.sent : each.file.size), 0);
    state.rate = state.paused || state.offline ? undefined : this.#speed.rate(Date.now());
    state.version++;
  }

  #finish(): void {
    this.#speed.reset();
    this.#count();
    void this.queries.invalidateQueries({ queryKey: itemKeys.all });
    const { done, failed, skipped, opened } = this.state;
    if (opened) return;
    const parts = [
      messages.uploadQueue.doneUploaded(done.toLocaleString('en')),
      ...(skipped > 0 ? [messages.uploadQueue.skipped(skipped.toLocaleString('en'))] : []),
      ...(failed > 0 ? [messages.uploadQueue.failed(failed.toLocaleString('en'))] : []),
    ];
    toast(
      `${parts.join(', ')}.`,
      failed > 0
        ? { tone: 'error', action: { label: messages.uploadQueue.show, run: () => this.open(true) } }
        : { tone: 'success' },
    );
  }
}
