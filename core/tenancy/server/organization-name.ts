import { Fault, notFound } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Returns NAME_EXISTS (409) for the error of a name that another organization has, and any other error as it is. */
export const nameFault = (error: unknown): unknown =>
  asUniqueViolation(error) === undefined
    ? error
    : new Fault('NAME_EXISTS', 'An organization with this name already exists.', {
        status: 409,
        details: { field: 'name' },
      });

/**
 * Renames an organization. Returns its former name.
 * @throws Fault NOT_FOUND, NAME_EXISTS
 */
export async function renameOrganization(database: Database, id: number, name: string): Promise<string> {
  try {
    return await database.system<TenancyTables>('rename an organization').transaction(async trx => {
      const before = await trx
        .selectFrom('tenancy.organization')
        .select('name')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (before === undefined) throw notFound('The organization');
      await trx
        .updateTable('tenancy.organization')
        .set({ name, updated_at: new Date() })
        .where('id', '=', id)
        .execute();
      return before.name;
    });
  } catch (error) {
    throw nameFault(error);
  }
}
