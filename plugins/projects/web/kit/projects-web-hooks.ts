import { Revision } from '#core/base/common/index.ts';
import type { WorkflowChoices } from '../../common/workflow-choices.ts';

/** The team a question of the browser is about. */
export interface InTeam {
  readonly teamId: number;
}

/** What other plugins may take part in on screens about projects. */
export class ProjectsWebHooks {
  /** Workflows a project of the team can have. */
  readonly workflows = new Revision<InTeam, WorkflowChoices>('projects.workflows');
}
