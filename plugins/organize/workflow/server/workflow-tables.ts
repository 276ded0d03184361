import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { WorkflowFile } from '../common/workflow-file.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface WorkflowTables {
  'workflow.status': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    /** The code stored on items, from 101, the team's own. */
    value: number;
    description: string | null;
    icon_id: number | null;
    shortcut_id: number | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'workflow.role': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string | null;
    /** Ids of the `rolePermission` tick boxes. */
    permissions: number[];
    created_at: Stamp;
    updated_at: Stamp;
  };
  'workflow.workflow': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string;
    raw_config: ColumnType<WorkflowFile, string, string>;
    created_at: Stamp;
    updated_at: Stamp;
  };
}

export type StatusRow = Selectable<WorkflowTables['workflow.status']>;
export type RoleRow = Selectable<WorkflowTables['workflow.role']>;
export type WorkflowRow = Selectable<WorkflowTables['workflow.workflow']>;
