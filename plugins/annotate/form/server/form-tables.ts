import type { ColumnType, GeneratedAlways } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** JSON text when written. */
export type StoredForm = Readonly<Record<string, unknown>>;
type Document = ColumnType<StoredForm, string, string>;

export interface FormTables {
  'form.form': {
    id: GeneratedAlways<number>;
    team_id: number;
    /** Null for the form with which new projects of the team begin. */
    project_id: number | null;
    document: Document;
    updated_by: string;
    updated_at: Stamp;
  };
  'form.version': {
    team_id: number;
    project_id: number;
    /** Counts from 1. */
    number: number;
    document: Document;
    published_by: string;
    published_at: Stamp;
  };
  'form.draft': {
    team_id: number;
    project_id: number;
    document: Document;
    /** Components that have another id than in the published form. */
    renames: ColumnType<{ from: string; to: string }[], string, string>;
    /** Grows with every save, 1 at first. */
    revision: number;
    /** The published version the draft began from; 0 for none. */
    base: number;
    updated_by: string;
    updated_at: Stamp;
  };
  'form.snippet': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    components: ColumnType<Readonly<Record<string, unknown>>[], string, string>;
    shared: boolean;
    created_by: string;
    created_at: Stamp;
  };
  'form.secret': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number | null;
    name: string;
    in_draft: boolean;
    sealed: string;
  };
}
