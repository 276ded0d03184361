import { injectable } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { FieldKind, QueryDefinition } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource } from '#core/data/server/index.ts';
import type { FieldValue, Template } from '../common/template.ts';
import { components, valueProblem } from '../common/template.ts';
import type { CustomFieldsTables } from './custom-fields-tables.ts';

type Trx = Kysely<CustomFieldsTables>;

/** Values of custom fields by the id of the project, member or contributor, then by the id of the field. */
export type ValuesByEntity = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

const KINDS: Readonly<Record<number, FieldKind>> = {
  [components.text]: 'text',
  [components.multiSelect]: 'set',
  [components.singleSelect]: 'text',
  [components.date]: 'number',
  [components.numeric]: 'number',
  [components.boolean]: 'flag',
};

/** Fields of rights are asked for by names of rights: `$eq` is granted, `$ne` not granted, and `$isnull` none granted. */
const kindOf = ({ component_id: component }: Template): FieldKind | undefined =>
  component === components.permissions ? 'set' : KINDS[component];

const PREFIX = 'customField.custom_field_values.';

/** The name under which a query asks for a field. */
export const fieldName = (id: number | string): string => `${PREFIX}${id}`;

/** An allow-list that also knows custom fields. */
export function withCustomFields(definition: QueryDefinition, templates: readonly Template[]): QueryDefinition {
  const rules = new Map(
    templates.flatMap(each => {
      const kind = kindOf(each);
      return kind === undefined ? [] : [[fieldName(each.id), { kind }] as const];
    }),
  );
  return {
    ...definition,
    joins: [...definition.joins, 'customField'],
    field: name => rules.get(name) ?? (name.startsWith(PREFIX) ? undefined : definition.field(name)),
  };
}

/** Returns the source of custom fields for entities with the id `entity`. */
export function customFieldSource(
  templates: readonly Template[],
  entity: RawBuilder<unknown>,
): (name: string) => FieldSource | undefined {
  const byName = new Map(templates.map(each => [fieldName(each.id), each]));
  return name => {
    const template = byName.get(name);
    const kind = template === undefined ? undefined : KINDS[template.component_id];
    if (template === undefined || kind === undefined) return undefined;
    const stored = sql`(select custom.value from custom_fields.value as custom where custom.template_id = ${template.id} and custom.entity_id = ${entity})`;
    return {
      kind,
      value:
        kind === 'set'
          ? stored
          : kind === 'number'
            ? sql`(${stored} #>> '{}')::double precision`
            : kind === 'flag'
              ? sql`(${stored} #>> '{}')::boolean`
              : sql`(${stored} #>> '{}')`,
    };
  };
}

/** The stored values of custom fields. Rights are asked before. */
@injectable()
export class FieldValues {
  /** Values of the fields on these entities. */
  async of(
    context: RequestContext,
    templateIds: readonly number[],
    entityIds: readonly number[],
  ): Promise<ValuesByEntity> {
    const found = new Map<number, Record<string, unknown>>();
    if (templateIds.length === 0 || entityIds.length === 0) return found;
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('custom_fields.value')
        .select(['template_id', 'entity_id', 'value'])
        .where('team_id', '=', context.team.id)
        .where(sql<boolean>`template_id = any(${[...templateIds]}::int[])`)
        .where(sql<boolean>`entity_id = any(${[...entityIds]}::int[])`)
        .orderBy('template_id')
        .execute(),
    );
    for (const row of rows)
      found.set(row.entity_id, { ...found.get(row.entity_id), [String(row.template_id)]: row.value });
    return found;
  }

  /**
   * Merges values into what an entity has; null clears one.
   * @throws Fault INVALID_FIELD for a field that is not there, VALIDATION_ERROR in the fixed shape for a value that
   * does not fit.
   */
  async put(
    context: RequestContext,
    templates: readonly Template[],
    entityIds: readonly number[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const known = new Map(templates.map(each => [String(each.id), each]));
    const changes = Object.entries(values).map(([id, value]) => {
      const template = known.get(id);
      if (template === undefined)
        throw invalidField(`customField.custom_field_values.${id}`, 'is no custom field that takes values here');
      const problem = value === null ? undefined : valueProblem(template, value);
      if (problem !== undefined) {
        throw new Fault(
          'VALIDATION_ERROR',
          `${template.name} takes ${problem.valid_types.join(' or ')}${problem.expected_values.length === 0 ? '' : `: ${problem.expected_values.join(', ')}`}.`,
          { status: 400, shape: { errors: [{ code: 'VALIDATION_ERROR', details: problem }] } },
        );
      }
      return { template_id: template.id, value: value as FieldValue | null };
    });
    await context.transaction(async (trx: Trx) => {
      for (const { template_id: templateId, value } of changes) {
        if (value === null) {
          await trx
            .deleteFrom('custom_fields.value')
            .where('template_id', '=', templateId)
            .where(sql<boolean>`entity_id = any(${[...entityIds]}::int[])`)
            .execute();
          continue;
        }
        // In order of the entities: two writers of the same ones must not wait for each other.
        const text = JSON.stringify(value);
        await sql`insert into custom_fields.value (team_id, template_id, entity_id, value)
          select ${context.team.id}::int, ${templateId}::int, given.id, ${text}::jsonb from unnest(${[...new Set(entityIds)].toSorted((one, other) => one - other)}::int[]) as given (id)
          on conflict (team_id, template_id, entity_id) do update set value = excluded.value`.execute(trx);
      }
    });
  }

  /** Clears all values of an entity of a pair. */
  async clear(context: RequestContext, templateIds: readonly number[], entityId: number): Promise<void> {
    if (templateIds.length === 0) return;
    await context.transaction((trx: Trx) =>
      trx
        .deleteFrom('custom_fields.value')
        .where('template_id', 'in', [...templateIds])
        .where('entity_id', '=', entityId)
        .execute(),
    );
  }
}
