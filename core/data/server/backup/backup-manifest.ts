import { z } from 'zod';

const count = z.number().int().min(0);

/** The last entry of a backup: what it holds, and digests to prove it. */
export const backupManifest = z.object({
  format: z.literal('loupe-backup'),
  /** Layout of the archive and its rows; a reader refuses a higher one. */
  version: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.string(),
  /** Version of Loupe that made it; absent in backups of versions that did not note it. */
  madeBy: z.string().optional(),
  /** Migrations that had run, by schema. */
  schemas: z.record(z.string(), z.array(z.string())),
  tables: z.array(z.object({ name: z.string(), rows: count, digest: z.string() })),
  sequences: z.array(z.object({ schema: z.string(), sequence: z.string(), value: z.string(), called: z.boolean() })),
  blobs: z.object({ count, bytes: count }),
});

/** Contents of a backup; also the report of making and of restoring one. */
export type BackupManifest = z.output<typeof backupManifest>;

export const BACKUP_VERSION = 2;
export const MANIFEST_ENTRY = 'manifest.json';
export const KEYS_ENTRY = 'keys.json';
export const tableEntry = (name: string): string => `tables/${name}.jsonl`;
export const blobEntry = (hash: string): string => `blobs/${hash}`;
export const BLOB_ENTRY = /^blobs\/([0-9a-f]{64})$/;
