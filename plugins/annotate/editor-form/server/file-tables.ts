import type { ColumnType } from 'kysely';

export interface FormFileTables {
  'editor_form.file': {
    team_id: number;
    project_id: number;
    item_id: number;
    /** 32 hex digits. */
    id: string;
    component_id: string;
    blob_hash: string;
    name: string;
    mime: string;
    /** Bytes. */
    size: ColumnType<string | number, number, number>;
    created_by: string;
    created_at: ColumnType<Date, Date | undefined, Date>;
  };
}
