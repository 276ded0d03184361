import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { Model, ModelDraft } from '../common/model.ts';
import { mostModels } from '../common/provider.ts';
import { Credentials } from './credentials.ts';
import type { CredentialRow, ModelRow, ModelsTables } from './models-tables.ts';

type Trx = Kysely<ModelsTables>;

/** A model with what it is called with. */
export interface CallableModel {
  readonly row: ModelRow;
  readonly credential: CredentialRow;
}

/** The models of a team: settings under a name that forms and scripts use. */
@injectable()
export class Models {
  constructor(@inject(Credentials) private readonly credentials: Credentials) {}

  async list(context: RequestContext): Promise<Model[]> {
    return context.transaction((trx: Trx) => this.#views(trx, undefined));
  }

  /** @throws Fault NOT_FOUND for a credential or project that is not the team's, NAME_EXISTS, MODEL_LIMIT */
  async create(context: RequestContext, draft: ModelDraft): Promise<Model> {
    await this.credentials.get(context, draft.credential_id);
    return onUniqueViolation(
      context.transaction(async (trx: Trx) => {
        const { count } = await trx
          .selectFrom('language_models.model')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostModels)
          throw new Fault('MODEL_LIMIT', `A team can have ${mostModels} models. Delete one that is not needed.`, {
            status: 422,
            details: { limit: mostModels },
          });
        const { id } = await trx
          .insertInto('language_models.model')
          .values({ team_id: context.team.id, creator_email: context.user.email, ...valuesOf(draft) })
          .returning('id')
          .executeTakeFirstOrThrow();
        await this.#limit(context, trx, id, draft.project_ids);
        return (await this.#views(trx, id))[0]!;
      }),
    );
  }

  /** Replaces all of its settings. */
  async update(context: RequestContext, id: number, draft: ModelDraft): Promise<Model> {
    await this.get(context, id);
    await this.credentials.get(context, draft.credential_id);
    return onUniqueViolation(
      context.transaction(async (trx: Trx) => {
        await trx.updateTable('language_models.model').set(valuesOf(draft)).where('id', '=', id).execute();
        await trx.deleteFrom('language_models.model_project').where('model_id', '=', id).execute();
        await this.#limit(context, trx, id, draft.project_ids);
        return (await this.#views(trx, id))[0]!;
      }),
    );
  }

  async remove(context: RequestContext, id: number): Promise<void> {
    await this.get(context, id);
    await context.transaction((trx: Trx) => trx.deleteFrom('language_models.model').where('id', '=', id).execute());
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<CallableModel> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('language_models.model').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The model');
    return { row, credential: await this.credentials.get(context, row.credential_id) };
  }

  /** The models that forms of a project may use, by name. */
  async ofProject(context: RequestContext, projectId: number): Promise<readonly ModelRow[]> {
    return context.transaction((trx: Trx) =>
      trx
        .selectFrom('language_models.model')
        .selectAll()
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('limited', '=', false),
            exists(
              selectFrom('language_models.model_project')
                .select('model_id')
                .whereRef('language_models.model_project.model_id', '=', 'language_models.model.id')
                .where('project_id', '=', projectId),
            ),
          ]),
        )
        .orderBy(sql`lower(name)`)
        .execute(),
    );
  }

  /** The model of that name. @throws Fault NOT_FOUND when the project may not use it, or there is none. */
  async named(context: RequestContext, projectId: number, name: string): Promise<CallableModel> {
    const row = (await this.ofProject(context, projectId)).find(
      each => each.name.toLowerCase() === name.trim().toLowerCase(),
    );
    if (row === undefined) throw notFound(`The model “${name}” of this project`);
    return { row, credential: await this.credentials.get(context, row.credential_id) };
  }

  async #limit(
    context: RequestContext,
    trx: Trx,
    modelId: number,
    projectIds: readonly number[] | null,
  ): Promise<void> {
    const ids = [...new Set(projectIds ?? [])];
    if (projectIds !== null && ids.length === 0)
      throw invalidField('project_ids', 'must name a project, or be null for all');
    if (ids.length === 0) return;
    const found = await trx
      .selectFrom(projectRows.as('project'))
      .select('id')
      .where(sql<boolean>`id = any(${ids}::int[])`)
      .where('deleted_at', 'is', null)
      .execute();
    if (found.length < ids.length) throw notFound('The project');
    await trx
      .insertInto('language_models.model_project')
      .values(ids.map(project_id => ({ team_id: context.team.id, model_id: modelId, project_id })))
      .execute();
  }

  async #views(trx: Trx, id: number | undefined): Promise<Model[]> {
    const rows = await trx
      .selectFrom('language_models.model')
      .innerJoin('language_models.credential', 'language_models.credential.id', 'language_models.model.credential_id')
      .selectAll('language_models.model')
      .select(['language_models.credential.name as credential_name', 'language_models.credential.provider as provider'])
      .$if(id !== undefined, query => query.where('language_models.model.id', '=', id!))
      .orderBy(sql`lower(language_models.model.name)`)
      .execute();
    const limits = await trx
      .selectFrom('language_models.model_project')
      .select(['model_id', 'project_id'])
      .orderBy('project_id')
      .execute();
    return rows.map(row => ({
      reasoning_effort: null,
      verbosity: null,
      ...row.settings,
      id: row.id,
      name: row.name,
      credential_id: row.credential_id,
      credential_name: row.credential_name,
      provider: row.provider,
      project_ids: row.limited ? limits.filter(each => each.model_id === row.id).map(each => each.project_id) : null,
      creator: row.creator_email,
      created_at: row.created_at.toISOString(),
    }));
  }
}

const valuesOf = ({
  name,
  credential_id,
  project_ids,
  ...settings
}: ModelDraft): { name: string; credential_id: number; limited: boolean; settings: string } => ({
  name,
  credential_id,
  limited: project_ids !== null,
  settings: JSON.stringify(settings),
});

async function onUniqueViolation<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A model with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
