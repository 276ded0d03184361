import { Upload } from 'tus-js-client';
import { queryString } from '#core/api/common/index.ts';
import { uploadChunkBytes } from '#plugins/workspace/items/common/index.ts';
import { faultFrom, passes, retryDelays, TusStack } from '#plugins/workspace/items/web/kit/index.ts';
import { rowImport, rowsApi } from '../common/rows-api.ts';
import type { RowImport } from '../common/rows-api.ts';
import type { RowsClient } from './rows-client.ts';
import type { RowPlace } from './row-dialogs.ts';

/** The path of the calls, for those who watch calls. */
const CALL = { service: rowsApi.service, name: 'continueRowUpload', path: rowsApi.operations.continueRowUpload.path };

/**
 * A file of rows on its way: it waits while there is no connection, and goes on where it, or another page of this
 * browser, was cut off.
 */
export interface RowUpload {
  readonly outcome: Promise<RowImport>;
  /** Stops it, and forgets what has arrived. */
  cancel(): void;
}

/**
 * Sends a file by tus. `onProgress` receives the uploaded share, from 0 to 1, and whether it waits for the connection.
 */
export function sendRows(
  client: RowsClient,
  { projectId, folderId }: RowPlace,
  file: File,
  onProgress: (share: number, waits: boolean) => void,
): RowUpload {
  let upload: Upload | undefined;
  let share = 0;
  const large = file.size > uploadChunkBytes;
  const outcome = new Promise<RowImport>((done, failed) => {
    const begun = new Upload(file, {
      endpoint: `/api/v1/project/${projectId}/rows/uploads${queryString({ name: file.name, ...(folderId === undefined ? {} : { folder_id: folderId }) })}`,
      httpStack: new TusStack(client.transport, CALL),
      chunkSize: uploadChunkBytes,
      uploadDataDuringCreation: !large,
      storeFingerprintForResuming: large,
      removeFingerprintOnSuccess: true,
      fingerprint: () =>
        Promise.resolve(['loupe rows', projectId, folderId, file.name, file.size, file.lastModified].join('/')),
      retryDelays,
      onShouldRetry(error) {
        const waits = passes(error.originalResponse);
        onProgress(share, waits);
        return waits;
      },
      onProgress(sent) {
        share = sent / Math.max(1, file.size);
        onProgress(share, false);
      },
      onSuccess({ lastResponse }) {
        const body = lastResponse.getBody();
        if (body !== '') done(rowImport.parse(JSON.parse(body)));
        else
          client.rows
            .finishRowUpload({ params: { project_id: projectId, token: begun.url?.split('/').at(-1) ?? '' } })
            .then(done, failed);
      },
      onError: error => void faultFrom(error).then(failed),
    });
    upload = begun;
    if (!large) begun.start();
    else {
      begun.findPreviousUploads().then(before => {
        const [last] = before.toReversed();
        if (last !== undefined) begun.resumeFromPreviousUpload(last);
        begun.start();
      }, failed);
    }
  });
  return { outcome, cancel: () => void upload?.abort(true).catch(() => undefined) };
}
