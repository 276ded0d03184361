import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import type { FormTables } from './form-tables.ts';

type Trx = Kysely<FormTables>;

const about = (teamId: number, projectId: number | undefined, name: string): string =>
  `form/${teamId}/${projectId ?? 'team'}/${name}`;

/** Values of the secure variables of forms, sealed. A draft has its own until it is published. */
@injectable()
export class FormSecrets {
  constructor(@inject(SecretBox) private readonly box: SecretBox) {}

  /** Keeps the given values, leaves those of the other `names` as they are, and drops what is not named any more. */
  async keep(
    context: RequestContext,
    projectId: number | undefined,
    inDraft: boolean,
    names: readonly string[],
    values: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { id: teamId } = context.team;
    await context.transaction(async (trx: Trx) => {
      await trx
        .deleteFrom('form.secret')
        .where('project_id', projectId === undefined ? 'is' : '=', projectId ?? null)
        .where('in_draft', '=', inDraft)
        .where('name', 'not in', ['', ...names])
        .execute();
      for (const [name, value] of values) {
        const sealed = this.box.seal(value, about(teamId, projectId, name));
        await trx
          .insertInto('form.secret')
          .values({ team_id: teamId, project_id: projectId ?? null, name, in_draft: inDraft, sealed })
          .onConflict(conflict =>
            conflict.columns(['team_id', 'project_id', 'in_draft', 'name']).doUpdateSet({ sealed }),
          )
          .execute();
      }
    });
  }

  /**
   * The value of a secure variable of the published form; undefined when none was given. For calls the server makes.
   */
  async value(context: RequestContext, projectId: number, name: string): Promise<string | undefined> {
    return (await this.all(context, projectId, false)).get(name);
  }

  /** All values by name. */
  async all(
    context: RequestContext,
    projectId: number | undefined,
    inDraft: boolean,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('form.secret')
        .select(['name', 'sealed'])
        .where('project_id', projectId === undefined ? 'is' : '=', projectId ?? null)
        .where('in_draft', '=', inDraft)
        .execute(),
    );
    return new Map(
      rows.map(({ name, sealed }) => [name, this.box.open(sealed, about(context.team.id, projectId, name))]),
    );
  }

  /** Names of the variables that have a value. */
  async names(context: RequestContext, projectId: number): Promise<readonly string[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('form.secret')
        .select('name')
        .distinct()
        .where('project_id', '=', projectId)
        .orderBy('name')
        .execute(),
    );
    return rows.map(each => each.name);
  }
}
