import type { ColumnType, GeneratedAlways } from 'kysely';

/** End of a recorded call. */
export type Outcome = 'done' | 'denied' | 'failed';

export interface EntryTable {
  id: GeneratedAlways<number>;
  /** 0 for what belongs to no organization. */
  organization_id: number;
  team: number | null;
  at: Date;
  email: string;
  credential: string;
  address: string;
  action: string;
  outcome: Outcome;
  details: ColumnType<Record<string, unknown>, string, never>;
  request_id: string;
  /** Place in the chain of the organization, from 1; null until the entry is sealed. */
  number: ColumnType<number | null, never, number>;
  hash: ColumnType<string | null, never, string>;
}

export interface ChainTable {
  organization_id: number;
  /** Number and hash of the newest sealed entry, and a signature over both. */
  number: number;
  hash: string;
  seal: string;
}

export interface AuditTables {
  'audit.entry': EntryTable;
  'audit.chain': ChainTable;
}

/** The organization of entries that belong to none. */
export const INSTALLATION = 0;
