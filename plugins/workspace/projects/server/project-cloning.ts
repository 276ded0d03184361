import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ClonePart } from '../common/api.ts';
import type { Project } from '../common/project.ts';
import { settingsOfType } from '../common/project-settings.ts';
import { Contributors } from './contributors.ts';
import { Instructions } from './instructions.ts';
import { Projects } from './projects.ts';
import { ProjectSettings } from './project-settings.ts';
import { ProjectsHooks } from './projects-hooks.ts';

/**
 * Settings that are no part of a like project: what it holds, such as steps or a form, comes with it, and its day is
 * its own.
 */
const NOT_CLONED: ReadonlySet<string> = new Set(['WorkflowType', 'TemplateState', 'DueDate']);

/** Makes projects like other ones. */
export class ProjectCloning {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(Instructions) private readonly instructions: Instructions,
    @inject(ProjectsHooks) private readonly hooks: ProjectsHooks,
  ) {}

  /**
   * Makes a project of the same type, description, link to the instructions and workflow, and with the parts that are
   * named, all or nothing. It starts over: not started, nothing uploaded. Throws NOT_FOUND, NAME_EXISTS.
   */
  clone(context: RequestContext, id: number, name: string, parts: ReadonlySet<ClonePart>): Promise<Project> {
    return context.transaction(async () => {
      const from = await this.projects.get(context, id);
      const known = new Set(settingsOfType(from.type).map(each => each.attribute));
      const settings = parts.has('settings')
        ? (await this.settings.list(context, id)).filter(
            each => known.has(each.attribute) && !NOT_CLONED.has(each.attribute),
          )
        : [];
      const to = await this.projects.create(context, {
        name,
        type: from.type,
        description: from.description,
        instructions_link: from.instructions_link,
        workflow_id: from.workflow_id,
        settings: settings.map(({ attribute, value }) => ({ attribute, value })),
      });
      if (parts.has('members')) await this.contributors.copy(context, id, to.id);
      if (parts.has('instructions')) await this.instructions.copy(context, id, to.id);
      await this.hooks.cloned.promise(context, { from, to, parts });
      return this.projects.get(context, to.id);
    });
  }
}
