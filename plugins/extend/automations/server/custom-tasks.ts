import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { conflict, Fault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BuiltCode } from '#core/sandbox/server/index.ts';
import { pythonProblem } from '#core/sandbox/server/index.ts';
import { demandBelowLimit } from '#core/data/server/index.ts';
import type { RowLimit } from '#core/data/server/index.ts';
import type { CustomTask, StoredTask } from '../common/actions-api.ts';
import type { ActionCode } from '../common/custom-action.ts';
import type { AutomationTables } from './automation-tables.ts';
import { buildAction } from './code/build-action.ts';
import { demandUnused, withFreeName } from './named-things.ts';
import { PackageMirror } from './packages/package-mirror.ts';
import { Secrets } from './secrets.ts';
import { usersOfTask } from './users.ts';

type Trx = Kysely<AutomationTables>;
type TaskRow = Selectable<AutomationTables['automations.custom_task']>;

const LIMIT: RowLimit = { table: 'automations.custom_task', most: 200, code: 'ACTION_LIMIT', things: 'actions' };

/** A custom action as a person saves it. */
interface TaskDraft {
  readonly name: string;
  readonly description: string;
  readonly draft: ActionCode;
}

/** A custom action as pipelines run it. */
export interface DeployedAction {
  readonly name: string;
  /** Absent for a draft. */
  readonly version?: number;
  readonly settings: ActionCode;
  readonly built: BuiltCode;
}

/** Actions whose code the team writes: a draft each, and the versions that were deployed. */
@injectable()
export class CustomTasks {
  constructor(
    @inject(Secrets) private readonly secrets: Secrets,
    @inject(PackageMirror) private readonly mirror: PackageMirror,
  ) {}

  /** By name. */
  async list(context: RequestContext): Promise<CustomTask[]> {
    return context.transaction(async (trx: Trx) => {
      const rows = await trx
        .selectFrom('automations.custom_task')
        .selectAll()
        .orderBy(sql`lower(name)`)
        .execute();
      return Promise.all(rows.map(row => headOf(trx, row)));
    });
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<StoredTask> {
    return context.transaction(async (trx: Trx) => viewOf(trx, await rowOf(trx, id)));
  }

  /** @throws Fault NAME_EXISTS (409), ACTION_LIMIT (422) */
  async create(context: RequestContext, { name, description, draft }: TaskDraft): Promise<StoredTask> {
    return withFreeName(
      'custom_task_name',
      'an action',
      name,
      context.transaction(async (trx: Trx) => {
        await demandBelowLimit(trx, context.team.id, LIMIT);
        const row = await trx
          .insertInto('automations.custom_task')
          .values({
            team_id: context.team.id,
            name,
            description,
            draft: JSON.stringify(draft),
            revision: 1,
            author_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(trx, row);
      }),
    );
  }

  /** @throws Fault NOT_FOUND, CONFLICT (409) with the present revision, NAME_EXISTS (409) */
  async save(
    context: RequestContext,
    id: number,
    { name, description, draft }: TaskDraft,
    revision: number,
  ): Promise<StoredTask> {
    return withFreeName(
      'custom_task_name',
      'an action',
      name,
      context.transaction(async (trx: Trx) => {
        const present = await rowOf(trx, id);
        if (present.revision !== revision) throw conflict({ revision: present.revision });
        const row = await trx
          .updateTable('automations.custom_task')
          .set({
            name,
            description,
            draft: JSON.stringify(draft),
            revision: revision + 1,
            author_email: context.user.email,
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(trx, row);
      }),
    );
  }

  /** @throws Fault NOT_FOUND, IN_USE (409) with the pipelines that run it */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const { name } = await rowOf(trx, id);
      const users = await usersOfTask(trx, id);
      demandUnused(name, users);
      await trx.deleteFrom('automations.custom_task').where('id', '=', id).execute();
    });
  }

  /**
   * Builds the draft as the next version.
   * @throws Fault NOT_FOUND, CONFLICT (409), CODE_INVALID, SECRET_MISSING, PYTHON_OFF (422)
   */
  async deploy(context: RequestContext, id: number, revision: number): Promise<StoredTask> {
    const { draft } = await this.get(context, id);
    await this.secrets.values(context, draft.secrets);
    const problem = draft.interpreter === 'python' ? await pythonProblem() : undefined;
    if (problem !== undefined) throw new Fault('PYTHON_OFF', problem, { status: 422 });
    const { code, map } = await buildAction(draft, this.mirror);
    return context.transaction(async (trx: Trx) => {
      const present = await rowOf(trx, id);
      if (present.revision !== revision) throw conflict({ revision: present.revision });
      const version = (present.deployed ?? 0) + 1;
      await trx
        .insertInto('automations.custom_task_version')
        .values({
          team_id: context.team.id,
          custom_task_id: id,
          version,
          settings: JSON.stringify(present.draft),
          code,
          map,
          author_email: context.user.email,
        })
        .execute();
      const row = await trx
        .updateTable('automations.custom_task')
        .set({ deployed: version })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return viewOf(trx, row);
    });
  }

  /** Newest first. @throws Fault NOT_FOUND */
  async versions(
    context: RequestContext,
    id: number,
  ): Promise<{ version: number; author: string; createdAt: string }[]> {
    return context.transaction(async (trx: Trx) => {
      await rowOf(trx, id);
      const rows = await trx
        .selectFrom('automations.custom_task_version')
        .select(['version', 'author_email', 'created_at'])
        .where('custom_task_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200)
        .execute();
      return rows.map(row => ({
        version: row.version,
        author: row.author_email,
        createdAt: row.created_at.toISOString(),
      }));
    });
  }

  /** @throws Fault NOT_FOUND */
  async version(
    context: RequestContext,
    id: number,
    version: number,
  ): Promise<{ version: number; settings: ActionCode }> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.custom_task_version')
        .select(['version', 'settings'])
        .where('custom_task_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The version');
    return { ...row, settings: withFiles(row.settings) };
  }

  /** The version that pipelines run; undefined when there is none. */
  async deployed(context: RequestContext, id: number): Promise<DeployedAction | undefined> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('automations.custom_task as task')
        .innerJoin('automations.custom_task_version as version', join =>
          join
            .onRef('version.team_id', '=', 'task.team_id')
            .onRef('version.custom_task_id', '=', 'task.id')
            .onRef('version.version', '=', 'task.deployed'),
        )
        .select(['task.name', 'version.version', 'version.settings', 'version.code', 'version.map'])
        .where('task.id', '=', id)
        .executeTakeFirst(),
    );
    return row === undefined
      ? undefined
      : { name: row.name, version: row.version, settings: row.settings, built: { code: row.code, map: row.map } };
  }
}

async function rowOf(trx: Trx, id: number): Promise<TaskRow> {
  const row = await trx
    .selectFrom('automations.custom_task')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('The action');
  return row;
}

async function headOf(trx: Trx, row: TaskRow): Promise<CustomTask> {
  const { rows } = await sql<{ same: boolean }>`select
    ('{"files":[]}'::jsonb || version.settings) = ('{"files":[]}'::jsonb || task.draft) as same
    from automations.custom_task as task join automations.custom_task_version as version
      on version.team_id = task.team_id and version.custom_task_id = task.id and version.version = task.deployed
    where task.team_id = ${row.team_id}::int and task.id = ${row.id}::int`.execute(trx);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    interpreter: row.draft.interpreter,
    revision: row.revision,
    deployed: row.deployed,
    draft_differs: rows[0]?.same !== true,
    author: row.author_email,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const viewOf = async (trx: Trx, row: TaskRow): Promise<StoredTask> => ({
  ...(await headOf(trx, row)),
  draft: withFiles(row.draft),
});

/** Returns the code of an action that was perhaps stored before actions had several files and packages. */
const withFiles = (code: ActionCode): ActionCode => ({
  ...code,
  files: code.files ?? [],
  packages: code.packages ?? [],
});
