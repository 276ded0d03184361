import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export interface GroupTables {
  'groups.team_group': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'groups.member': { team_id: number; group_id: number; email: string };
  /** `folder_ids` is null for the whole project. */
  'groups.scope': { team_id: number; group_id: number; project_id: number; role: number; folder_ids: number[] | null };
}

export type GroupRow = Selectable<GroupTables['groups.team_group']>;
