import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { customNameLimit, roleOrStatusNameProblem } from '../common/validate-workflow.ts';
import { workflowEvents } from '../common/events.ts';
import { renameInFile } from '../common/workflow-file.ts';
import { lockTeamWorkflows } from './team-workflows-lock.ts';
import type { WorkflowTables } from './workflow-tables.ts';

type Trx = Kysely<WorkflowTables>;

/** Renames a word in the workflows of the team that have it. */
export async function renameInWorkflows(
  trx: Trx,
  context: RequestContext,
  list: 'roles' | 'statuses',
  from: string,
  to: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('workflow.workflow')
    .select(['id', 'raw_config'])
    .where('team_id', '=', context.team.id)
    .where(sql<boolean>`raw_config -> ${sql.lit(list)} @> ${JSON.stringify([from])}::jsonb`)
    .execute();
  for (const { id, raw_config: file } of rows) {
    await trx
      .updateTable('workflow.workflow')
      .set({ raw_config: JSON.stringify(renameInFile(file, list, from, to)), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await context.publish(workflowEvents.changed, { workflow_id: id });
  }
}

/** Throws CONFLICT naming the workflows that have the word. */
export async function demandUnused(context: RequestContext, list: 'roles' | 'statuses', name: string): Promise<void> {
  const users = await context.transaction((trx: Trx) =>
    trx
      .selectFrom('workflow.workflow')
      .select('name')
      .where('team_id', '=', context.team.id)
      .where(sql<boolean>`raw_config -> ${sql.lit(list)} @> ${JSON.stringify([name])}::jsonb`)
      .orderBy('id')
      .execute(),
  );
  if (users.length > 0)
    throw new Fault(
      'CONFLICT',
      `${name} is used by ${users.map(each => each.name).join(', ')}. Take it out of ${users.length === 1 ? 'this workflow' : 'these workflows'} first.`,
      { status: 409, details: { workflows: users.map(each => each.name) } },
    );
}

/** Changes words of the team, one caller at a time. */
export async function changeVocabulary<T>(context: RequestContext, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await context.transaction(async (trx: Trx) => {
      await lockTeamWorkflows(trx, context);
      const result = await work(trx);
      await context.publish(workflowEvents.vocabularyChanged, {});
      return result;
    });
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw nameTaken();
  }
}

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', 'This name already exists.', { status: 409, details: { field: 'name' } });

/** Checks the name of a new word. Throws INVALID_FIELD, NAME_EXISTS. */
export function demandName(name: string, taken: readonly string[]): void {
  const problem = roleOrStatusNameProblem(name);
  if (problem !== undefined)
    throw new Fault('INVALID_FIELD', problem, {
      status: 400,
      details: { issues: [{ field: 'name', reason: problem }] },
    });
  if (taken.some(each => each.toLowerCase() === name.toLowerCase())) throw nameTaken();
}

/** Throws PLAN_LIMIT when the team has as many words of its own as it may have. */
export function assertQuota(known: readonly { readonly type: string }[], list: 'roles' | 'statuses'): void {
  if (known.filter(each => each.type === 'user').length >= customNameLimit)
    throw new Fault('PLAN_LIMIT', `A team has at most ${customNameLimit} ${list} of its own.`, { status: 422 });
}
