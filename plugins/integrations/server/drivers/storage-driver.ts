import type { Readable } from 'node:stream';
import type { ByteRange } from '#core/data/server/index.ts';
import type { IntegrationCheck } from '../../common/integration.ts';

/** A file or folder of a storage. `path` counts from the integration's root, with `/` between its parts. */
export interface StoredEntry {
  readonly path: string;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  readonly updatedAt: Date;
  readonly dir: boolean;
}

/** Bytes of a file and what is known of it. */
export interface StoredFile {
  readonly size: number;
  readonly updatedAt: Date;
  open(range?: ByteRange): Promise<Readable>;
}

/** Storage outside: it is read, and exports are written to it as new files. Faults say what to correct and nothing of what the storage answered. */
export interface StorageDriver {
  /** Tries what attaching and reading need, step by step; a step that fails ends it. */
  check(): Promise<IntegrationCheck>;
  /** What lies directly below a folder, `` for the root. */
  list(path: string): Promise<readonly StoredEntry[]>;
  /** All files below a folder, always in the same order. */
  walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry>;
  /** Undefined when there is no such file. */
  find(path: string): Promise<StoredFile | undefined>;
  /** Writes a new file; one of that name that is there is never overwritten. What was begun is removed again when it fails. */
  write(path: string, source: Readable, signal: AbortSignal): Promise<void>;
  /** An address that a browser reads by itself, for an hour; undefined where files pass through the server. */
  address(path: string, name: string): Promise<string | undefined>;
}
