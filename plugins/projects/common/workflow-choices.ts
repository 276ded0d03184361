/** A built-in workflow a project can begin with. */
export interface WorkflowChoice {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

export const workflowChoices: readonly WorkflowChoice[] = [
  { id: 1, title: 'System workflow', text: 'Annotators hand items over to QA; only QA completes them.' },
  { id: 2, title: 'System workflow (direct completion)', text: 'Annotators may also complete items themselves.' },
];
