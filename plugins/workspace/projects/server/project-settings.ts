import type { Kysely } from 'kysely';
import { invalidFields } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectsEvents } from '../common/events.ts';
import type { StoredSetting } from '../common/project.ts';
import type { SettingValue } from '../common/project-settings.ts';
import { settingProblem, settingsOfType } from '../common/project-settings.ts';
import type { ProjectTables } from './projects-tables.ts';

/** A setting somebody wants, by name or by id. */
export interface WantedSetting {
  readonly id?: number | undefined;
  readonly attribute?: string | undefined;
  readonly value: SettingValue;
}

/** Settings of projects. Whether the caller sees the project is asked before. */
export class ProjectSettings {
  /** All settings of a project in the order of the catalogue. */
  async list(context: RequestContext, projectId: number): Promise<readonly StoredSetting[]> {
    return context.transaction((trx: Kysely<ProjectTables>) =>
      trx
        .selectFrom('projects.setting')
        .select(['id', 'project_id', 'attribute', 'value'])
        .where('project_id', '=', projectId)
        .orderBy('id')
        .execute(),
    );
  }

  /** The value of one setting; undefined when the project has none of that name. */
  async value(context: RequestContext, projectId: number, attribute: string): Promise<SettingValue | undefined> {
    return (await this.list(context, projectId)).find(each => each.attribute === attribute)?.value;
  }

  /** Writes the defaults of a new project and what its draft sets. Throws INVALID_FIELD with every mistake. */
  async begin(
    context: RequestContext,
    projectId: number,
    type: number,
    wanted: readonly WantedSetting[],
  ): Promise<void> {
    const chosen = new Map(wanted.map(each => [each.attribute ?? '', each.value]));
    const issues = [...chosen].flatMap(([attribute, value]) => {
      const reason = settingProblem(type, attribute, value);
      return reason === undefined ? [] : [{ field: `settings.${attribute}`, reason }];
    });
    if (issues.length > 0) throw invalidFields(issues);
    const rows = settingsOfType(type).map(each => ({
      team_id: context.team.id,
      project_id: projectId,
      attribute: each.attribute,
      value: JSON.stringify(chosen.has(each.attribute) ? chosen.get(each.attribute) : each.value),
    }));
    await context.transaction((trx: Kysely<ProjectTables>) =>
      trx.insertInto('projects.setting').values(rows).execute(),
    );
  }

  /** Changes some settings. Throws INVALID_FIELD naming every setting that is unknown or has a wrong value. */
  async update(
    context: RequestContext,
    project: { readonly id: number; readonly type: number },
    wanted: readonly WantedSetting[],
  ): Promise<readonly StoredSetting[]> {
    await context.transaction(async (trx: Kysely<ProjectTables>) => {
      const known = await this.list(context, project.id);
      const changes = wanted.map(each => ({
        each,
        stored: known.find(row =>
          each.attribute === undefined ? row.id === each.id : row.attribute === each.attribute,
        ),
      }));
      const issues = changes.flatMap(({ each, stored }) => {
        const reason =
          stored === undefined
            ? 'is no setting of this project'
            : settingProblem(project.type, stored.attribute, each.value);
        return reason === undefined ? [] : [{ field: `settings.${each.attribute ?? each.id ?? ''}`, reason }];
      });
      if (issues.length > 0) throw invalidFields(issues);
      for (const { each, stored } of changes)
        await trx
          .updateTable('projects.setting')
          .set({ value: JSON.stringify(each.value) })
          .where('id', '=', stored!.id)
          .execute();
      if (changes.length > 0) await context.publish(projectsEvents.settingsChanged, { project_id: project.id });
    });
    return this.list(context, project.id);
  }
}
