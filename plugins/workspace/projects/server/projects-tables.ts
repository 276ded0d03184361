import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { SettingValue } from '../common/project-settings.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ProjectTable {
  id: GeneratedAlways<number>;
  team_id: number;
  name: string;
  /** 1 vector … 8 multimodal. */
  type: number;
  description: string | null;
  instructions_link: string | null;
  /** 1 not started, 2 in progress, 3 completed, 4 on hold. */
  status: ColumnType<number, number | undefined>;
  /** 1 initial, 2 basic, 3 external. */
  upload_state: ColumnType<number, number | undefined>;
  workflow_id: ColumnType<number, number | undefined>;
  creator_id: number | null;
  creator_email: string;
  deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface SettingTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  attribute: string;
  /** JSON text when written. */
  value: ColumnType<SettingValue, string, string>;
}

export interface ContributorTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  /** A member of the team is the same person in a project by e-mail, also while invited. */
  email: string;
  role: number;
  paused: ColumnType<boolean, boolean | undefined>;
  permissions: ColumnType<number[], number[] | undefined, number[]>;
  /** The group that added the person; null when shared with directly. */
  group_id: ColumnType<number | null, number | null | undefined>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface PinTable {
  team_id: number;
  project_id: number;
  person_id: number;
  created_at: Stamp;
}

export interface ProjectTables {
  'projects.project': ProjectTable;
  'projects.setting': SettingTable;
  'projects.contributor': ContributorTable;
  'projects.pin': PinTable;
}

export type ProjectRow = Selectable<ProjectTable>;
export type ContributorRow = Selectable<ContributorTable>;
