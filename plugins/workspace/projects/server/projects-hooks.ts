import type { Fault } from '#core/base/common/index.ts';
import { KeyedHooks, QuestionHook, RevisionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import type { ClonePart, ProjectChange, ProjectDraft } from '../common/api.ts';
import type { Project, ProjectRole } from '../common/project.ts';

/** Number of items of a project, and how many of them are completed. */
export interface ProjectCount {
  readonly total: number;
  readonly completed: number;
  /** Completed items of the root folder. */
  readonly rootCompleted?: number;
}

/** A project that was made like another one, and what of it is taken over. */
export interface ProjectClone {
  readonly from: Project;
  readonly to: Project;
  readonly parts: ReadonlySet<ClonePart>;
}

/** Somebody whose place in a project changes. */
export interface ContributorChange {
  readonly projectId: number;
  readonly email: string;
  readonly from: number;
  /** Undefined when taken out. */
  readonly to: number | undefined;
}

/** Hooks of other plugins into projects. Stages run inside the transaction of the change. */
export class ProjectsHooks {
  /** A fault as the answer refuses the new project. */
  readonly creating = new QuestionHook<[context: RequestContext, draft: ProjectDraft], Fault>('projects.creating');
  /** A project was made; whoever keeps a part of it begins it. */
  readonly created = new StageHook<[context: RequestContext, project: Project]>('projects.created');
  /** Whoever keeps a part of the project carries it over. */
  readonly cloned = new StageHook<[context: RequestContext, clone: ProjectClone]>('projects.cloned');
  /** A fault as the answer refuses the change. */
  readonly updating = new QuestionHook<[context: RequestContext, project: Project, change: ProjectChange], Fault>(
    'projects.updating',
  );
  /** A project was changed, its status included; `before` is its former state. */
  readonly updated = new StageHook<[context: RequestContext, project: Project, before: Project]>('projects.updated');
  /** A project is put into the bin. */
  readonly deleting = new StageHook<[context: RequestContext, project: Project]>('projects.deleting');
  /** A project comes back from the bin. */
  readonly restored = new StageHook<[context: RequestContext, projectId: number]>('projects.restored');
  /** A new role or leaving takes a person's items away (roles and permissions, section 3). */
  readonly contributorChanged = new StageHook<[context: RequestContext, change: ContributorChange]>(
    'projects.contributorChanged',
  );
  /** Counts of the projects of a list by project id. */
  readonly counting = new RevisionHook<
    RequestContext,
    ReadonlyMap<number, ProjectCount>,
    [projectIds: readonly number[]]
  >('projects.counting');
  /** Root folder of the projects of a list by project id. */
  readonly rooting = new RevisionHook<RequestContext, ReadonlyMap<number, number>, [projectIds: readonly number[]]>(
    'projects.rooting',
  );
  /** Roles people can have in a project; a workflow adds its own. */
  readonly roles = new RevisionHook<RequestContext, readonly ProjectRole[], [projectId: number]>('projects.roles');
  /** Number of items assigned to people of a project, by e-mail. */
  readonly contributorLoads = new RevisionHook<RequestContext, ReadonlyMap<string, number>, [projectId: number]>(
    'projects.contributorLoads',
  );
  /** Categories of people of a project by membership id. */
  readonly contributorCategories = new RevisionHook<
    RequestContext,
    ReadonlyMap<number, readonly { readonly id: number; readonly name: string }[]>,
    [projectId: number, contributorIds: readonly number[]]
  >('projects.contributorCategories');
  /**
   * Changes people of a project in a way another plugin knows, by the word of the action; answers the rows that were
   * changed.
   */
  readonly editingContributors = new KeyedHooks(
    (action: string) =>
      new QuestionHook<
        [
          context: RequestContext,
          projectId: number,
          contributorIds: readonly number[],
          body: Readonly<Record<string, unknown>>,
        ],
        readonly object[]
      >(`projects.editingContributors.${action}`),
  );
  /** Facts that rights are computed from: ticked permissions of a custom role, what it sees. */
  readonly membership = new RevisionHook<RequestContext, ProjectMembership, [projectId: number]>('projects.membership');
}
