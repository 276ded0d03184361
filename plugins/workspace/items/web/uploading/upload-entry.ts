/** Progress of a file; 0 while it waits, 5 skipped, 6 canceled. */
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
  /** An archive: its files go into one folder, or into folders as they lie in it. */
  readonly unpack?: 'flat' | 'folders' | undefined;
  /** The job that unpacks it, once it has arrived. */
  jobId: string | undefined;
  state: UploadState;
  /** Bytes that were sent. */
  sent: number;
  /** Bytes that were there already when it went on. */
  continued: number | undefined;
  /** There is no connection; it is tried again by itself. */
  offline: boolean;
  error: { readonly code: string; readonly message: string } | undefined;
}

/** A file to add to the queue. */
export interface NewUpload extends Pick<
  UploadEntry,
  'file' | 'name' | 'projectId' | 'folderId' | 'folderName' | 'onDuplicate' | 'unpack'
> {
  /** The folder has an item of the name: nothing is sent when it is to be left alone. */
  readonly taken?: boolean;
}
