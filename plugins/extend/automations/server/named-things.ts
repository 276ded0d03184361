import { Fault } from '#core/base/common/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';

/**
 * Says that a name is taken when work on something named fails for it.
 * @param constraint of the database that keeps the names apart
 * @param thing with its article
 * @throws Fault NAME_EXISTS (409)
 */
export async function withFreeName<T>(constraint: string, thing: string, name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asUniqueViolation(error)?.constraint !== constraint) throw error;
    throw new Fault('NAME_EXISTS', `There is ${thing} called “${name}” already. Choose another name.`, {
      status: 409,
      details: { field: 'name' },
    });
  }
}

/** @throws Fault IN_USE (409) with the pipelines and actions that use something */
export function demandUnused(name: string, users: readonly string[]): void {
  if (users.length > 0)
    throw new Fault('IN_USE', `“${name}” is used by ${users.join(', ')}. Take it out there first.`, {
      status: 409,
      details: { users },
    });
}
