import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ProjectSettings, Projects, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { formEvents } from '../common/events.ts';
import { readForm } from '../common/form-document.ts';
import type { ComponentRename } from '../common/form-difference.ts';
import { usesScore } from '../common/form-scores.ts';
import { hiddenInSomeStatus } from '../common/values/visibility.ts';
import { takeSecureValues } from '../common/secure-values.ts';
import { FormClassSync } from './form-class-sync.ts';
import { FormSecrets } from './form-secrets.ts';
import type { FormTables, StoredForm } from './form-tables.ts';
import { FormVersions } from './form-versions.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

type Trx = Kysely<FormTables>;

/** Forms of projects and of teams. Values of secure variables are kept apart and never handed out. */
@injectable()
export class Forms {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(FormVersions) private readonly versions: FormVersions,
    @inject(FormSecrets) private readonly secrets: FormSecrets,
    @inject(FormClassSync) private readonly classes: FormClassSync,
  ) {}

  /** The form of a project, or of the team without one, as it was stored; an empty object when there is none. */
  async get(context: RequestContext, projectId: number | undefined): Promise<StoredForm> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('form.form')
        .select('document')
        .where('project_id', projectId === undefined ? 'is' : '=', projectId ?? null)
        .executeTakeFirst(),
    );
    return row === undefined ? {} : takeSecureValues(row.document).document;
  }

  /**
   * Stores a form in place of the one before, as a new version of it, with the classes it makes; a project with a form
   * says so in its setting `TemplateState`. Answers the number of the version; 0 for the form of a team.
   */
  async put(
    context: RequestContext,
    projectId: number | undefined,
    given: StoredForm,
    renames: readonly ComponentRename[] = [],
  ): Promise<number> {
    const { document, values, names } = takeSecureValues(given);
    return context.transaction(async (trx: Trx) => {
      const written = { document: JSON.stringify(document), updated_by: context.user.email, updated_at: new Date() };
      const number = projectId === undefined ? 0 : await this.versions.record(context, projectId, written.document);
      await this.secrets.keep(context, projectId, false, names, values);
      await trx
        .insertInto('form.form')
        .values({ team_id: context.team.id, project_id: projectId ?? null, ...written })
        .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet(written))
        .execute();
      if (projectId === undefined) return number;
      const project = await this.projects.get(context, projectId);
      await this.settings.update(context, project, [{ attribute: 'TemplateState', value: 1 }]);
      if (project.type === ProjectType.Multimodal)
        await this.classes.sync(context, projectId, readForm(document).components, renames);
      await context.publish(formEvents.changed, { project_id: projectId });
      return number;
    });
  }

  /** Ids of the components whose answers the caller may not see in some status, for who searches all items. */
  async hidden(context: RequestContext, projectId: number): Promise<ReadonlySet<string>> {
    const { components } = readForm(await this.get(context, projectId));
    return components.length === 0
      ? new Set()
      : hiddenInSomeStatus(components, (await this.projects.membership(context, projectId))?.role ?? 0);
  }

  /**
   * Gives a project the form of another one, or of the team without one, with the values of its secure variables.
   * Nothing happens when there is none.
   */
  async copy(context: RequestContext, fromId: number | undefined, toId: number): Promise<void> {
    const document = await this.get(context, fromId);
    if (Object.keys(document).length === 0) return;
    await this.put(context, toId, document);
    const secrets = await this.secrets.all(context, fromId, false);
    await this.secrets.keep(context, toId, false, [...secrets.keys()], secrets);
  }

  /** Names of the projects whose forms rate people with this score. */
  async scoredBy(context: RequestContext, scoreId: number): Promise<readonly string[]> {
    const rows = await context.transaction((trx: Kysely<FormTables>) =>
      trx
        .selectFrom('form.form')
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.team_id', '=', 'form.form.team_id').onRef('project.id', '=', 'form.form.project_id'),
        )
        .select(['project.name', 'document'])
        .where('project.deleted_at', 'is', null)
        .where(sql<boolean>`document::text like '%"scoring"%'`)
        .execute(),
    );
    return rows.filter(row => usesScore(row.document['components'], scoreId)).map(row => row.name);
  }

  /** Throws NOT_FOUND for a team that is not the one of the call. */
  demandTeam(context: RequestContext, teamId: number): void {
    if (context.team.id !== teamId) throw notFound('The team');
  }
}
