import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { ClassShape } from '../common/class-shapes.ts';
import type { AttributeDefault, AttributeGroupType, ClassType, GroupCondition } from '../common/annotation-class.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ClassTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  color: string;
  type: ClassType;
  shapes: ClassShape[] | null;
  position: number;
  deleted_at: Date | null;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface AttributeGroupTable {
  id: GeneratedAlways<number>;
  team_id: number;
  class_id: number;
  name: string;
  group_type: AttributeGroupType;
  is_required: boolean;
  /** Written as JSON text. */
  default_value: ColumnType<AttributeDefault, string, string>;
  /** Written as JSON text. */
  shown_when: ColumnType<GroupCondition | null, string | null, string | null>;
  position: number;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface AttributeTable {
  id: GeneratedAlways<number>;
  team_id: number;
  group_id: number;
  name: string;
  is_default: boolean;
  position: number;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface ClassesTables {
  'classes.class': ClassTable;
  'classes.attribute_group': AttributeGroupTable;
  'classes.attribute': AttributeTable;
}

export type ClassRow = Selectable<ClassTable>;
