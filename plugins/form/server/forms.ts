import { inject, injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely } from 'kysely';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectTables } from '#plugins/projects/server/kit/index.ts';
import { Projects, ProjectSettings } from '#plugins/projects/server/kit/index.ts';
import { formEvents } from '../common/events.ts';
import { usesScore } from '../common/form-scores.ts';

interface FormTables {
  'form.form': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number | null;
    document: ColumnType<Record<string, unknown>, string, string>;
    updated_by: string;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
}

/** Forms of projects and of teams. */
@injectable()
export class Forms {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
  ) {}

  /** The form of a project, or of the team without one; an empty object when none is stored. */
  async get(context: RequestContext, projectId: number | undefined): Promise<Record<string, unknown>> {
    const row = await context.transaction((trx: Kysely<FormTables>) => trx.selectFrom('form.form').select('document')
      .where('project_id', projectId === undefined ? 'is' : '=', projectId ?? null).executeTakeFirst());
    return row?.document ?? {};
  }

  /** Stores a form in place of the one before; a project with a form says so in its setting `TemplateState` (wire, main API 3). */
  async put(context: RequestContext, projectId: number | undefined, document: Readonly<Record<string, unknown>>): Promise<void> {
    await context.transaction(async (trx: Kysely<FormTables>) => {
      const written = { document: JSON.stringify(document), updated_by: context.user.email, updated_at: new Date() };
      await trx.insertInto('form.form').values({ team_id: context.team.id, project_id: projectId ?? null, ...written })
        .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet(written)).execute();
      if (projectId === undefined) return;
      await this.settings.update(context, await this.projects.get(context, projectId), [{ attribute: 'TemplateState', value: 1 }]);
      await context.publish(formEvents.changed, { project_id: projectId });
    });
  }

  /** Names of the projects whose forms rate people with this score. */
  async scoredBy(context: RequestContext, scoreId: number): Promise<readonly string[]> {
    const rows = await context.transaction((trx: Kysely<FormTables & ProjectTables>) => trx.selectFrom('form.form').innerJoin('projects.project', join => join.onRef('projects.project.team_id', '=', 'form.form.team_id').onRef('projects.project.id', '=', 'form.form.project_id'))
      .select(['projects.project.name', 'document']).where('projects.project.deleted_at', 'is', null).where(sql<boolean>`document::text like '%"scoring"%'`).execute());
    return rows.filter(row => usesScore(row.document['components'], scoreId)).map(row => row.name);
  }

  /** Throws NOT_FOUND for a team that is not the one of the call. */
  demandTeam(context: RequestContext, teamId: number): void {
    if (context.team.id !== teamId) throw notFound('The team');
  }
}
