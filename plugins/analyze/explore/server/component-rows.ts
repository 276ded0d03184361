import { sql } from 'kysely';

/** The value of one component of a form in an item; `row_number` counts the rows of a repeated component. */
export interface ComponentRow {
  readonly id: number;
  readonly team_id: number;
  readonly project_id: number;
  readonly item_id: number;
  readonly name: string;
  readonly row_number: number;
  readonly text: string | null;
  readonly number: number | null;
  readonly length: number;
  readonly is_empty: boolean;
}

/** The indexed values of form components for statements of other plugins: `${componentRows} as component` in SQL. */
export const componentRows = sql.table<ComponentRow>('explore.component');
