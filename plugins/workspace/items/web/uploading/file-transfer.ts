import type { HttpResponse, PreviousUpload } from 'tus-js-client';
import { defaultOptions, Upload } from 'tus-js-client';
import { queryString } from '#core/api/common/index.ts';
import type { Transport } from '#core/api/web/index.ts';
import { uploadChunkBytes, uploadHours, uploadOutcome, uploadsApi } from '../../common/uploads-api.ts';
import type { UploadOutcome } from '../../common/uploads-api.ts';
import type { ItemsClient } from '../items-client.ts';
import { faultFrom, passes, retryDelays } from './tus-rules.ts';
import { TusStack } from './tus-stack.ts';

/** A file and its target. */
export interface TransferFile {
  readonly file: File;
  readonly name: string;
  readonly projectId: number;
  readonly folderId: number;
  readonly onDuplicate: 'skip' | 'replace';
  readonly unpack?: 'flat' | 'folders' | 'addresses' | undefined;
}

export interface TransferWatcher {
  /** Bytes the server has, or is being sent. */
  progress(sent: number): void;
  /** It goes on behind these bytes, which were sent before. */
  continued(sent: number): void;
  /** The connection is gone; tried again by itself. */
  waiting(waits: boolean): void;
}

/** The path of the calls, for those who watch calls. */
const CALL = { service: uploadsApi.service, name: 'continueUpload', path: uploadsApi.operations.continueUpload.path };

/**
 * Sends one file by tus: it can be paused, waits while there is no connection, and goes on where another page of this
 * browser was.
 */
export class FileTransfer {
  /** Result of the file. @throws Fault of the server. */
  readonly outcome: Promise<UploadOutcome>;
  readonly #upload: Upload;
  #began = false;
  #stopped = false;
  #waits = false;

  constructor(
    private readonly asked: TransferFile,
    private readonly client: ItemsClient,
    transport: Transport,
    private readonly watcher: TransferWatcher,
  ) {
    const { file, projectId } = asked;
    const large = file.size > uploadChunkBytes;
    let resolve: (outcome: UploadOutcome | Promise<UploadOutcome>) => void = () => undefined;
    let reject: (reason: unknown) => void = () => undefined;
    this.outcome = new Promise((done, failed) => ([resolve, reject] = [done, failed]));
    this.#upload = new Upload(file, {
      endpoint: `/api/v1/project/${projectId}/uploads${queryString({ folder_id: asked.folderId, name: asked.name, on_duplicate: asked.onDuplicate, ...(asked.unpack === undefined ? {} : { unpack: asked.unpack }) })}`,
      httpStack: new TusStack(transport, CALL),
      chunkSize: uploadChunkBytes,
      // A large file is announced first, so that its very first bytes can go on after a cut.
      uploadDataDuringCreation: !large,
      storeFingerprintForResuming: large,
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(fingerprintOf(asked)),
      retryDelays,
      onShouldRetry: error => this.#wait(passes(error.originalResponse)),
      onBeforeRequest: () => void this.#wait(false),
      onAfterResponse: (request, response) => {
        const offset = Number(response.getHeader('Upload-Offset'));
        if (request.getMethod() === 'HEAD' && response.getStatus() === 200 && offset > 0) watcher.continued(offset);
      },
      onProgress: sent => watcher.progress(sent),
      onSuccess: ({ lastResponse }) => resolve(this.#outcome(lastResponse)),
      onError: error => void faultFrom(error).then(reject),
    });
  }

  /** Begins, or goes on after `pause`. */
  async start(): Promise<void> {
    this.#stopped = false;
    if (!this.#began) {
      this.#began = true;
      const before = await this.#before();
      if (before !== undefined) this.#upload.resumeFromPreviousUpload(before);
    }
    // Stopped while the browser looked for what was begun before.
    if (!this.#stopped) this.#upload.start();
  }

  /** Stops sending; what has arrived stays. */
  pause(): void {
    this.#stopped = true;
    this.#wait(false);
    void this.#upload.abort();
  }

  /** Stops, and forgets what has arrived. */
  async cancel(): Promise<void> {
    this.#stopped = true;
    this.#wait(false);
    // What cannot be deleted now expires by itself.
    await this.#upload.abort(true).catch(() => undefined);
  }

  /** Tries again at once, if it waits for the connection. */
  wake(): void {
    if (!this.#waits) return;
    void this.#upload.abort();
    this.#upload.start();
  }

  #wait(waits: boolean): boolean {
    this.#waits = waits;
    this.watcher.waiting(waits);
    return waits;
  }

  /** The same file, begun by this browser before and not finished; older ones are forgotten. */
  async #before(): Promise<PreviousUpload | undefined> {
    if (this.asked.file.size <= uploadChunkBytes) return undefined;
    const found = await this.#upload.findPreviousUploads();
    const oldest = Date.now() - uploadHours * 3_600_000;
    for (const each of found)
      if (Date.parse(each.creationTime) < oldest) await defaultOptions.urlStorage.removeUpload(each.urlStorageKey);
    return found.findLast(each => Date.parse(each.creationTime) >= oldest);
  }

  /** The answer to the last bytes; when that was lost, the server is asked. */
  async #outcome(last: HttpResponse): Promise<UploadOutcome> {
    const body = last.getBody();
    if (body !== '') return uploadOutcome.parse(JSON.parse(body));
    const id = this.#upload.url?.split('/').at(-1) ?? '';
    return this.client.uploads.finishUpload({ params: { project_id: this.asked.projectId, upload_id: id } });
  }
}

/** One file for one place; a file that was changed meanwhile is another one. */
const fingerprintOf = ({ file, name, projectId, folderId, onDuplicate }: TransferFile): string =>
  ['loupe', projectId, folderId, onDuplicate, name, file.size, file.lastModified].join('/');
