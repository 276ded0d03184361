import type { FileKind, FileRules } from '../common/file-kinds.ts';

/** A file that was taken in: what items keep of it. What a kind of file does not have is null. */
export interface TakenFile {
  readonly blob_hash: string;
  readonly mime: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbnail_hash: string | null;
  /** Null when the image itself is no larger. */
  readonly lores_hash: string | null;
  readonly display_hash: string | null;
  /** Code points of a text. */
  readonly content_length: number | null;
}

/** Name, owner and rules of a file. */
export interface IntakeRules extends FileRules {
  readonly name: string;
  /** The kind of the files that the project takes; absent where any is. */
  readonly word?: FileKind['word'];
  /** The measuring by which the file is taken in as it is. */
  readonly examinedAs?: FileKind['examinedAs'];
  readonly projectTypeName: string;
}
