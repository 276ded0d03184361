import type { Kysely } from 'kysely';
import { TtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import type { AgreementTables } from './agreement-tables.ts';

/** Milliseconds for which a rule is trusted without asking: every opened item and every save asks. */
const TRUST = 2_000;

/** Numbers of people who annotate each item of a project. */
export class AgreementRules {
  readonly #known = new TtlCache<number>(TRUST);

  /** Undefined where one person does, as usual. */
  async people(context: RequestContext, projectId: number): Promise<number | undefined> {
    const people = await this.#known.get(
      `${context.team.id} ${projectId}`,
      async () =>
        (
          await context.transaction((trx: Kysely<AgreementTables>) =>
            trx
              .selectFrom('agreement.rule')
              .select('people')
              .where('team_id', '=', context.team.id)
              .where('project_id', '=', projectId)
              .executeTakeFirst(),
          )
        )?.people ?? 1,
    );
    return people === 1 ? undefined : people;
  }

  /** `undefined` people: one again. Copies that were made stay. */
  async put(context: RequestContext, projectId: number, people: number | undefined): Promise<void> {
    await context.transaction(async (trx: Kysely<AgreementTables>) => {
      if (people === undefined) {
        await trx
          .deleteFrom('agreement.rule')
          .where('team_id', '=', context.team.id)
          .where('project_id', '=', projectId)
          .execute();
      } else {
        const written = { people, updated_by: context.user.email, updated_at: new Date() };
        await trx
          .insertInto('agreement.rule')
          .values({ team_id: context.team.id, project_id: projectId, ...written })
          .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet(written))
          .execute();
      }
      await context.publish(projectsEvents.settingsChanged, { project_id: projectId });
    });
    this.#known.forget();
  }
}
