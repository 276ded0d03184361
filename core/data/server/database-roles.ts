import type { Pool, PoolClient } from 'pg';
import { Fault } from '#core/base/common/index.ts';
import { SYSTEM_ROLE, TENANT_ROLE } from './tenant-tables.ts';

const EXISTS = new Set(['42710', '23505']);

/**
 * Makes the two roles that transactions take on, and lets the login user take them on.
 * @throws Fault DATABASE_ROLES with the SQL that an administrator must run, when the login user may not.
 */
export async function ensureRoles(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const role of [TENANT_ROLE, SYSTEM_ROLE]) {
      const found = await client.query('select from pg_roles where rolname = $1', [role]);
      if (found.rowCount === 0) await attempt(client, `create role ${role} nologin`);
      if (await mayTake(client, role)) continue;
      await attempt(client, `grant ${role} to current_user`);
      if (!(await mayTake(client, role))) throw await missing(client, undefined);
    }
  } finally {
    client.release();
  }
}

/**
 * Lets both roles into a schema: the system to all of its tables, the teams to the tables that a migration opens to
 * them.
 */
export async function openSchema(client: PoolClient, schema: string): Promise<void> {
  const name = `"${schema}"`;
  await client.query(`
    grant usage on schema ${name} to ${TENANT_ROLE}, ${SYSTEM_ROLE};
    grant select, insert, update, delete on all tables in schema ${name} to ${SYSTEM_ROLE};
    grant usage, select, update on all sequences in schema ${name} to ${SYSTEM_ROLE};
    grant usage, select on all sequences in schema ${name} to ${TENANT_ROLE};
  `);
}

async function attempt(client: PoolClient, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    // Another database of the same server may make the roles at this moment.
    if (EXISTS.has((error as { code?: string }).code ?? '')) return;
    throw await missing(client, error);
  }
}

async function mayTake(client: PoolClient, role: string): Promise<boolean> {
  try {
    await client.query(`begin; set local role ${role}; rollback`);
    return true;
  } catch {
    await client.query('rollback');
    return false;
  }
}

async function missing(client: PoolClient, cause: unknown): Promise<Fault> {
  const { rows } = await client.query<{ login: string }>('select quote_ident(current_user) as login');
  const login = rows[0]!.login;
  const cure = [TENANT_ROLE, SYSTEM_ROLE]
    .map(role => `create role ${role} nologin; grant ${role} to ${login};`)
    .join(' ');
  return new Fault(
    'DATABASE_ROLES',
    `The database user ${login} may not make the roles Loupe needs. Let an administrator run: ${cure}`,
    { cause },
  );
}
