import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { EntityPair, FieldAccess, FieldPayload, FieldValue } from '../common/template.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export interface CustomFieldsTables {
  'custom_fields.template': {
    id: GeneratedAlways<number>;
    team_id: number;
    pair: EntityPair;
    name: string;
    component_id: number;
    component_payload: ColumnType<FieldPayload, string, string>;
    access: ColumnType<FieldAccess, string, string>;
    /** Place among the fields of the pair once they were put in order; equal ones are sorted by age. */
    position: ColumnType<number, number | undefined>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'custom_fields.value': {
    team_id: number;
    template_id: number;
    /** Id of the project, of the team member, or of the contributor, by the pair of the template. */
    entity_id: number;
    value: ColumnType<FieldValue, string, string>;
    updated_at: Stamp;
  };
}

export type TemplateRow = Selectable<CustomFieldsTables['custom_fields.template']>;
