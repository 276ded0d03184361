import type { ColumnType, Selectable } from 'kysely';

export type LinkKind = 'project' | 'subset' | 'item';

export interface LinkTable {
  id: ColumnType<number, never, never>;
  team_id: number;
  project_id: number;
  kind: LinkKind;
  subset_id: number | null;
  item_id: number | null;
  /** Random bytes that the token is derived from. */
  nonce: string;
  token_hash: string;
  password_hash: string | null;
  expires_at: Date | null;
  creator_id: number;
  creator: string;
  created_at: ColumnType<Date, never, never>;
}

export interface LinkTables {
  'public_links.link': LinkTable;
}

export type LinkRow = Selectable<LinkTable>;
