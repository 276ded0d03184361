import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ItemStatuses } from '../item-statuses.ts';
import type { ItemRow, ItemsHooks } from '../items-hooks.ts';
import type { ItemTables } from '../items-tables.ts';
import { changeValue } from './field-changes.ts';
import type { ChangePurpose, ItemChange, ItemChangeKind } from './item-change.ts';

/** The text the public client matches. */
export const assignmentRefused = (): Fault =>
  new Fault('ASSIGNMENT_REFUSED', 'The user does not have the required permissions for this assignment.', {
    status: 400,
    details: { field: 'email' },
  });

/** Assignment of an item: project role to e-mail. */
type Assigned = Readonly<Record<string, string>>;

const email = z.string().trim().toLowerCase().min(1).max(254);
const handedOut = z.union([
  email.transform(each => ({ email: each, role: undefined })),
  z.object({ email, role: z.int() }),
]);

/** People among whom items are divided. */
const divided = z.strictObject({
  emails: z
    .array(email)
    .min(2)
    .max(100)
    .refine(each => new Set(each).size === each.length),
  /** Kept with the change. */
  role: z.int().optional(),
});

/** Services for assigning and unassigning. */
interface AssignmentServices {
  readonly statuses: ItemStatuses;
  readonly hooks: ItemsHooks;
}

/** Roles of the people of a project who can be assigned. */
async function assignable(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await context.transaction((trx: Kysely<ItemTables>) =>
    trx
      .selectFrom(contributorRows.as('contributor'))
      .select(['email', 'role'])
      .where('project_id', '=', projectId)
      .where('paused', '=', false)
      .where('role', '<>', projectRoles.projectAdmin)
      .execute(),
  );
  return new Map(rows.map(row => [row.email, row.role]));
}

/** Returns who is assigned to each of the items, also for those with nobody. */
export async function assignedTo(context: RequestContext, ids: readonly number[]): Promise<Map<number, Assigned>> {
  const found = new Map<number, Assigned>(ids.map(id => [id, {}]));
  const kept = await context.transaction((trx: Kysely<ItemTables>) =>
    trx
      .selectFrom('items.assignment')
      .select(['item_id', 'email', 'user_role'])
      .where(sql<boolean>`item_id = any(${[...found.keys()]}::int[])`)
      .execute(),
  );
  for (const row of kept) found.set(row.item_id, { ...found.get(row.item_id), [row.user_role]: row.email });
  return found;
}

const idsOf = (rows: readonly ItemRow[]): readonly number[] => rows.map(row => row.id);

/** Each of the items has exactly these assignments from now on. */
async function reassign(
  context: RequestContext,
  projectId: number,
  { statuses, hooks }: AssignmentServices,
  rows: readonly ItemRow[],
  wanted: ReadonlyMap<number, unknown>,
): Promise<void> {
  const ids = rows.map(row => row.id);
  const given = ids.flatMap(id =>
    Object.entries(wanted.get(id) as Assigned).map(([role, person]) => ({ id, role: Number(role), person })),
  );
  const list = sql`unnest(${given.map(each => each.id)}::int[], ${given.map(each => each.role)}::int[], ${given.map(each => each.person)}::text[]) as given (item_id, user_role, email)`;
  await context.transaction(async (trx: Kysely<ItemTables>) => {
    await sql`delete from items.assignment as kept where kept.team_id = ${context.team.id}::int and kept.item_id = any(${ids}::int[])
      and not exists (select from ${list} where given.item_id = kept.item_id and given.user_role = kept.user_role)`.execute(
      trx,
    );
    const added = await sql<{
      item_id: number;
      email: string;
    }>`insert into items.assignment as kept (team_id, project_id, item_id, email, user_role)
      select ${context.team.id}::int, ${projectId}::int, given.item_id, given.email, given.user_role from ${list} order by given.item_id
      on conflict (team_id, item_id, user_role) do update set email = excluded.email, created_at = now() where kept.email <> excluded.email
      returning kept.item_id, kept.email`.execute(trx);
    for (const email of new Set(added.rows.map(row => row.email))) {
      const itemIds = added.rows.filter(row => row.email === email).map(row => row.item_id);
      await hooks.assigned.promise(context, { projectId, email, itemIds });
    }
    await statuses.announce(context, projectId, ids);
  });
}

/** Why people cannot be given items back: they have left, are paused or work in another role now. */
async function notAssignable(
  context: RequestContext,
  projectId: number,
  rows: readonly ItemRow[],
  wanted: ReadonlyMap<number, unknown>,
): Promise<ReadonlyMap<number, Fault>> {
  const roles = await assignable(context, projectId);
  const fits = (assigned: Assigned): boolean =>
    Object.entries(assigned).every(([role, person]) => roles.get(person) === Number(role));
  return new Map(rows.filter(row => !fits(wanted.get(row.id) as Assigned)).map(row => [row.id, assignmentRefused()]));
}

/** Assigns items to people of one role; whoever had that role on an item loses it. */
function roleChange(
  context: RequestContext,
  projectId: number,
  services: AssignmentServices,
  {
    role,
    value,
    purpose,
    next,
  }: { role: number; value: unknown; purpose: ChangePurpose; next: (now: unknown) => string },
): ItemChange {
  return {
    value,
    async read(rows) {
      const assigned = await assignedTo(context, idsOf(rows));
      return new Map(rows.map(row => [row.id, assigned.get(row.id)![role] ?? null]));
    },
    wanted: next,
    async refusals(rows, wanted) {
      if (purpose === 'change') return new Map();
      const back = new Map(
        rows.map(row => [row.id, wanted.get(row.id) === null ? {} : { [role]: wanted.get(row.id) }]),
      );
      return notAssignable(context, projectId, rows, back);
    },
    async write(rows, wanted) {
      const assigned = await assignedTo(context, idsOf(rows));
      await reassign(
        context,
        projectId,
        services,
        rows,
        new Map(
          rows.map(({ id }) => {
            const { [role]: _, ...others } = assigned.get(id)!;
            return [id, wanted.get(id) === null ? others : { ...others, [role]: wanted.get(id) as string }];
          }),
        ),
      );
    },
  };
}

/**
 * Assigns items to a contributor in the role they have; whoever had that role on an item loses it. Throws
 * ASSIGNMENT_REFUSED for people who are not in the project, paused, or its admins.
 */
export const assignChange = (services: AssignmentServices): ItemChangeKind => ({
  access: 'AssignItem',
  async open(context, projectId, value, purpose) {
    const person = changeValue(handedOut, value, 'must be the e-mail of a contributor');
    const role = purpose === 'undo' ? person.role : (await assignable(context, projectId)).get(person.email);
    if (role === undefined || (person.role !== undefined && person.role !== role)) throw assignmentRefused();
    return roleChange(context, projectId, services, {
      role,
      value: { email: person.email, role },
      purpose,
      next: () => person.email,
    });
  },
});

/**
 * Divides items evenly among contributors of one role, in turn; the numbers of two people differ by one at most.
 * Throws ASSIGNMENT_REFUSED as `assign` does, and INVALID_FIELD for people of several roles.
 */
export const splitChange = (services: AssignmentServices): ItemChangeKind => ({
  access: 'AssignItem',
  async open(context, projectId, value, purpose) {
    const { emails, role: before } = changeValue(divided, value, 'must be {"emails": […]} of 2 to 100 contributors');
    const roles = purpose === 'undo' ? new Map() : await assignable(context, projectId);
    const found = new Set(purpose === 'undo' ? [before] : emails.map(each => roles.get(each)));
    const [role] = found;
    if (found.has(undefined) || role === undefined) throw assignmentRefused();
    if (found.size > 1) throw invalidField('change.value', 'must name people of the same role');
    let turn = 0;
    return roleChange(context, projectId, services, {
      role,
      value: { emails, role },
      purpose,
      next: () => emails[turn++ % emails.length]!,
    });
  },
});

/** Takes one person, or everybody (null), off items. */
export const unassignChange = (services: AssignmentServices): ItemChangeKind => ({
  access: 'AssignItem',
  open(context, projectId, value, purpose) {
    const person = changeValue(
      email.nullable(),
      value ?? null,
      'must be the e-mail of a person, or null for everybody',
    );
    return {
      value: person,
      read: rows => assignedTo(context, idsOf(rows)),
      wanted: now =>
        person === null
          ? {}
          : Object.fromEntries(Object.entries(now as Assigned).filter(([, each]) => each !== person)),
      refusals: (rows, wanted) =>
        purpose === 'change' ? Promise.resolve(new Map()) : notAssignable(context, projectId, rows, wanted),
      write: (rows, wanted) => reassign(context, projectId, services, rows, wanted),
    };
  },
});
