/** A workflow a project can have. */
export interface WorkflowChoice {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

/** Workflows to choose from, and the one new projects have when nobody chooses. */
export interface WorkflowChoices {
  readonly choices: readonly WorkflowChoice[];
  readonly standard: number;
}

/** The built-in workflows: the choice where no plugin knows more. */
export const builtInWorkflows: WorkflowChoices = {
  choices: [
    { id: 1, title: 'System workflow', text: 'Annotators submit items to QA; only QA completes them.' },
    { id: 2, title: 'Standard workflow without QA', text: 'Annotators may also complete items themselves.' },
  ],
  standard: 1,
};
