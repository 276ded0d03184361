import type { ComponentType } from 'react';
import { RevisionHook } from '#core/base/common/index.ts';
import type { WorkflowChoices } from '../../common/workflow-choices.ts';

/** The team a question of the browser is about. */
export interface InTeam {
  readonly teamId: number;
}

/** Columns of the list of projects that another plugin fills. */
export interface ColumnSource {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** Returns their values, by project and column; what is not there is empty. */
  values(projectIds: readonly number[]): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>>;
}

/** A part of the form for a new project. What is chosen is kept as `value`; undefined is nothing. */
export interface NewProjectPart {
  readonly id: string;
  readonly title: string;
  /** Its step; `content` when absent. */
  readonly step?: 'content' | 'people';
  /** Returns whether projects of this type have it. */
  suits(type: number): boolean;
  readonly Input: ComponentType<{
    readonly type: number;
    readonly value: unknown;
    readonly onChange: (value: unknown) => void;
  }>;
  /** The page of the project that opens when it is made, such as `setup/form`; its first tab when no part names one. */
  readonly opens?: string;
  /**
   * Gives the project what was chosen. Parts are applied in the order of the plugins that add them: what is required
   * comes first.
   */
  apply(projectId: number, value: unknown): Promise<void>;
}

/** Hooks of other plugins into screens about projects. */
export class ProjectsWebHooks {
  /** Workflows a project of the team can have. */
  readonly workflows = new RevisionHook<InTeam, WorkflowChoices>('projects.workflows');
  /** More columns of the list. */
  readonly columns = new RevisionHook<InTeam, readonly ColumnSource[]>('projects.columns');
  /** More parts of the dialog for a new project. */
  readonly newProjectParts = new RevisionHook<InTeam, readonly NewProjectPart[]>('projects.newProjectParts');
}
