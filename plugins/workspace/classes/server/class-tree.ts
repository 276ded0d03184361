import type { Kysely } from 'kysely';
import type { AnnotationClass, AttributeGroupInput, ClassInput } from '../common/annotation-class.ts';
import type { ClassesTables, ClassRow } from './classes-tables.ts';

type Trx = Kysely<ClassesTables>;

/** Classes with their groups and values, in display order: three reads however many classes. */
export async function readTree(trx: Trx, rows: readonly ClassRow[]): Promise<AnnotationClass[]> {
  if (rows.length === 0) return [];
  const groups = await trx
    .selectFrom('classes.attribute_group')
    .selectAll()
    .where(
      'class_id',
      'in',
      rows.map(each => each.id),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
  const attributes =
    groups.length === 0
      ? []
      : await trx
          .selectFrom('classes.attribute')
          .selectAll()
          .where(
            'group_id',
            'in',
            groups.map(each => each.id),
          )
          .orderBy('position')
          .orderBy('id')
          .execute();
  const stamps = (row: { created_at: Date; updated_at: Date }): { createdAt: string; updatedAt: string } => ({
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  });
  return rows.map(row => ({
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    color: row.color,
    type: row.type,
    ...(row.shapes === null ? {} : { shapes: row.shapes }),
    order: row.position,
    count: 0,
    ...stamps(row),
    attribute_groups: groups
      .filter(group => group.class_id === row.id)
      .map(group => ({
        id: group.id,
        class_id: row.id,
        name: group.name,
        group_type: group.group_type,
        isRequired: group.is_required,
        default_value: group.default_value,
        ...(group.shown_when === null ? {} : { shown_when: group.shown_when }),
        order: group.position,
        ...stamps(group),
        attributes: attributes
          .filter(each => each.group_id === group.id)
          .map(each => ({
            id: each.id,
            group_id: group.id,
            project_id: row.project_id,
            name: each.name,
            default: each.is_default ? (1 as const) : (0 as const),
            order: each.position,
            count: 0,
            ...stamps(each),
          })),
      })),
  }));
}

/** Writes the groups of a new class; ids of the input belong to another project and are not used. */
export async function insertGroups(
  trx: Trx,
  teamId: number,
  classId: number,
  groups: ClassInput['attribute_groups'],
): Promise<void> {
  for (const [position, group] of groups.entries()) await insertGroup(trx, teamId, classId, group, position);
}

async function insertGroup(
  trx: Trx,
  teamId: number,
  classId: number,
  group: AttributeGroupInput,
  position: number,
): Promise<void> {
  const { id } = await trx
    .insertInto('classes.attribute_group')
    .values({
      team_id: teamId,
      class_id: classId,
      name: group.name,
      group_type: group.group_type,
      is_required: group.isRequired,
      default_value: JSON.stringify(group.default_value),
      shown_when: conditionText(group),
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertAttributes(
    trx,
    teamId,
    id,
    group.attributes.map((each, at) => ({ name: each.name, isDefault: each.default === 1, position: at })),
  );
}

const conditionText = ({ shown_when: condition }: AttributeGroupInput): string | null =>
  condition === undefined ? null : JSON.stringify(condition);

async function insertAttributes(
  trx: Trx,
  teamId: number,
  groupId: number,
  values: readonly { readonly name: string; readonly isDefault: boolean; readonly position: number }[],
): Promise<void> {
  if (values.length === 0) return;
  await trx
    .insertInto('classes.attribute')
    .values(
      values.map(each => ({
        team_id: teamId,
        group_id: groupId,
        name: each.name,
        is_default: each.isDefault,
        position: each.position,
      })),
    )
    .execute();
}

/**
 * Makes the groups of a class those of the input: an id keeps a group or value (and renames it), what is not named
 * goes.
 */
export async function replaceGroups(
  trx: Trx,
  teamId: number,
  before: AnnotationClass,
  groups: ClassInput['attribute_groups'],
): Promise<void> {
  const known = new Map(before.attribute_groups.map(each => [each.id, each]));
  const kept = new Set<number>();
  for (const [position, group] of groups.entries()) {
    const old = group.id === undefined ? undefined : known.get(group.id);
    if (old === undefined || kept.has(old.id)) {
      await insertGroup(trx, teamId, before.id, group, position);
      continue;
    }
    kept.add(old.id);
    await trx
      .updateTable('classes.attribute_group')
      .set({
        name: group.name,
        group_type: group.group_type,
        is_required: group.isRequired,
        default_value: JSON.stringify(group.default_value),
        shown_when: conditionText(group),
        position,
        updated_at: new Date(),
      })
      .where('id', '=', old.id)
      .execute();
    const values = new Map(old.attributes.map(each => [each.id, each]));
    const keptValues = new Set<number>();
    for (const [at, value] of group.attributes.entries()) {
      const oldValue = value.id === undefined ? undefined : values.get(value.id);
      if (oldValue === undefined || keptValues.has(oldValue.id)) {
        await insertAttributes(trx, teamId, old.id, [
          { name: value.name, isDefault: value.default === 1, position: at },
        ]);
        continue;
      }
      keptValues.add(oldValue.id);
      await trx
        .updateTable('classes.attribute')
        .set({ name: value.name, is_default: value.default === 1, position: at, updated_at: new Date() })
        .where('id', '=', oldValue.id)
        .execute();
    }
    const goneValues = old.attributes.filter(each => !keptValues.has(each.id)).map(each => each.id);
    if (goneValues.length > 0) await trx.deleteFrom('classes.attribute').where('id', 'in', goneValues).execute();
  }
  const gone = before.attribute_groups.filter(each => !kept.has(each.id)).map(each => each.id);
  if (gone.length > 0) await trx.deleteFrom('classes.attribute_group').where('id', 'in', gone).execute();
}
