import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
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

/** Entries that one look into a storage goes through at most. */
export const mostEntries = 100_000;

/** Entries that a list of one folder answers at most. */
export const mostListed = 10_000;

/** Returns the fault about a storage with more entries than are listed. */
export const tooManyEntries = (): Fault =>
  new Fault('INTEGRATION_FAILED', `The folder holds more than ${mostEntries} files. Name a folder below it.`, {
    status: 422,
    details: { limit: mostEntries },
  });

/** Bytes of a file and what is known of it. */
export interface StoredFile {
  readonly size: number;
  readonly updatedAt: Date;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Storage outside: it is read, and exports are written to it as new files. A signal ends what is asked of it. Faults
 * say what to correct and nothing of what the storage answered.
 */
export interface StorageDriver {
  /** Tries what attaching and reading need, step by step; a step that fails ends it. */
  check(signal?: AbortSignal): Promise<IntegrationCheck>;
  /**
   * Returns the entries directly below a folder, `` for the root.
   * @throws Fault INTEGRATION_FAILED beyond `mostEntries`.
   */
  list(path: string, signal?: AbortSignal): Promise<readonly StoredEntry[]>;
  /** All files below a folder, always in the same order. @throws Fault INTEGRATION_FAILED beyond `mostEntries`. */
  walk(path: string, signal: AbortSignal): AsyncIterable<StoredEntry>;
  /** Undefined when there is no such file. */
  find(path: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  /**
   * Writes a new file; one of that name that is there is never overwritten. What was begun is removed again when it
   * fails.
   */
  write(path: string, source: Readable, signal: AbortSignal): Promise<void>;
  /** An address that a browser reads by itself, for an hour; undefined where files pass through the server. */
  address(path: string, name: string): Promise<string | undefined>;
}
