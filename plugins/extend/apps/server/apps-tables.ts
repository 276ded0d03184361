import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { AppManifest } from '#sdk/app/app-manifest.ts';
import type { AppGrant, AppState } from '../common/app.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** JSON text when written. */
type Json<T> = ColumnType<T, string, string>;

export interface AppsTables {
  'apps.app': {
    id: GeneratedAlways<number>;
    team_id: number;
    state: AppState;
    manifest: Json<AppManifest>;
    published: ColumnType<AppManifest | null, string | undefined, string>;
    version: ColumnType<number | null, number | undefined, number>;
    granted: Json<AppGrant>;
    author_email: string;
    created_at: Stamp;
    updated_at: Stamp;
    published_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  'apps.draft': { team_id: number; app_id: number; files: string; revision: number };
  'apps.version': {
    team_id: number;
    app_id: number;
    version: number;
    manifest: Json<AppManifest>;
    files: string;
    code: string;
    note: string;
    source_bytes: number;
    author_email: string;
    created_at: Stamp;
  };
  'apps.app_data': { team_id: number; app_id: number; value: string; etag: string };
  'apps.item_data': { team_id: number; app_id: number; item_id: number; value: string; etag: string };
  'apps.call': {
    id: GeneratedAlways<number>;
    team_id: number;
    app_id: number;
    call: string;
    outcome: 'done' | 'refused' | 'failed';
    code: string | null;
    milliseconds: number | null;
    email: string;
    item_id: number | null;
    created_at: Stamp;
  };
}

export type AppRow = Selectable<AppsTables['apps.app']>;
