/** Kind of a status: 0 ordinary, 1 the start of the workflow, 2 an end: its items count as completed. */
export const statusKinds = { ordinary: 0, start: 1, end: 2 } as const;
export type StatusKind = (typeof statusKinds)[keyof typeof statusKinds];

/** Something that must hold before an item passes a transition. */
export type Constraint =
  | {
      readonly kind:
        | 'required_attributes'
        | 'required_components'
        | 'all_comments_resolved'
        | 'approved'
        | 'form_valid';
    }
  | { readonly kind: 'min_instances'; readonly n: number }
  | { readonly kind: 'expression'; readonly query: string };

export const constraintKinds = [
  'required_attributes',
  'required_components',
  'all_comments_resolved',
  'min_instances',
  'approved',
  'form_valid',
  'expression',
] as const satisfies readonly Constraint['kind'][];

/** The action that makes a transition happen by itself. */
export interface TransitionAutomation {
  readonly action: string;
}

/** The action of the step that is made when the first edit of an item is saved. */
export const firstEditAction = 'onFirstEdit';

export interface WorkflowStatus {
  readonly id: number;
  readonly status_id: number;
  /** The code stored on items. */
  readonly value: number;
  readonly name: string;
  /** Built-in icons go by name; `data` is the SVG path of one that was uploaded. */
  readonly icon: { readonly name: string; readonly data?: string | undefined };
  readonly shortcut?: { readonly keys: string } | undefined;
  /** True when the caller may view items in it. */
  readonly canView: boolean;
  readonly kind: StatusKind;
}

export interface WorkflowRole {
  readonly id: number;
  /** Project role id: 1 Annotator, 2 QA, 3 Admin, from 101 custom. */
  readonly role_id: number;
  readonly name: string;
  readonly isAdmin: boolean;
  /** The statuses whose items the role sees; an admin sees all and lists none. */
  readonly workflowRoleStatuses: readonly { readonly status_id: number }[];
}

export interface WorkflowTransition {
  readonly id: number;
  readonly name: string;
  readonly from_status_id: number;
  readonly to_status_id: number;
  readonly toWorkflowStatus: WorkflowStatus;
  readonly role_ids: readonly number[];
  readonly constraint: { readonly rules: readonly Constraint[] } | null;
  readonly automation: TransitionAutomation | null;
}

/** Statuses, who sees items in them, and who moves items between them. */
export interface Workflow {
  readonly id: number;
  readonly name: string;
  readonly type: 'system' | 'user';
  readonly description: string;
  readonly start_status_id: number;
  readonly statuses: readonly WorkflowStatus[];
  readonly roles: readonly WorkflowRole[];
  readonly transitions: readonly WorkflowTransition[];
}

/** The status of an id, undefined when the workflow has none. */
export const statusById = (workflow: Workflow, statusId: number): WorkflowStatus | undefined =>
  workflow.statuses.find(status => status.status_id === statusId);

/** The status whose code is stored on an item. */
export const statusByValue = (workflow: Workflow, value: number): WorkflowStatus | undefined =>
  workflow.statuses.find(status => status.value === value);

/** The status of a name, exactly. */
export const statusByName = (workflow: Workflow, name: string): WorkflowStatus | undefined =>
  workflow.statuses.find(status => status.name === name);
