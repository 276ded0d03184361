import type { Constraint } from './workflow.ts';
import { firstEditAction } from './workflow.ts';
import type { WorkflowFile } from './workflow-file.ts';
import { visibleTo } from './workflow-file.ts';
import type { DraftTransition } from './workflow-draft.ts';

/** One move of the item that is walked through. */
export interface SimulatedMove {
  readonly role: string;
  readonly from: string;
  readonly to: string;
  /** Name of the transition. */
  readonly name: string;
}

/** An item on its way through a workflow that need not be saved. */
export interface Simulation {
  readonly status: string;
  readonly history: readonly SimulatedMove[];
}

/** An item in the start status. */
export const beginSimulation = (file: WorkflowFile): Simulation => ({ status: file.start_status, history: [] });

/** View of a role when the item is in the status: whether it sees it, and which transitions it has. */
export interface SimulatedSight {
  readonly sees: boolean;
  /** Made by hand. */
  readonly transitions: readonly DraftTransition[];
  /** Made by itself when the first edit is saved. */
  readonly onFirstEdit: DraftTransition | undefined;
}

/** Returns the view of a role. Without seeing the item it has no transitions: it can not open it. */
export function sightOf(file: WorkflowFile, role: string, status: string): SimulatedSight {
  const sees = visibleTo(file, role).includes(status);
  const own = sees ? file.transitions.filter(each => each.from === status && each.allowed_roles.includes(role)) : [];
  return { sees, transitions: own, onFirstEdit: own.find(each => each.automation?.action === firstEditAction) };
}

/** Makes a transition; undefined when the item is not where it begins or the role may not make it. */
export function takeTransition(
  file: WorkflowFile,
  simulation: Simulation,
  role: string,
  transition: DraftTransition,
): Simulation | undefined {
  if (!sightOf(file, role, simulation.status).transitions.includes(transition)) return undefined;
  return {
    status: transition.to,
    history: [...simulation.history, { role, from: transition.from, to: transition.to, name: transition.name }],
  };
}

/** Takes the last move back. */
export function stepBack(simulation: Simulation): Simulation {
  const last = simulation.history.at(-1);
  return last === undefined ? simulation : { status: last.from, history: simulation.history.slice(0, -1) };
}

/** Roles that have work in a status: they see the item and can move it on. */
export const rolesWithWork = (file: WorkflowFile, status: string): readonly string[] =>
  file.roles.filter(role => sightOf(file, role, status).transitions.length > 0);

/** Returns the constraint of a transition in words. */
export function constraintText(constraint: Constraint): string {
  switch (constraint.kind) {
    case 'required_attributes':
      return 'All required attributes are filled in';
    case 'required_components':
      return 'All required fields of the form are filled in';
    case 'all_comments_resolved':
      return 'All comments are resolved';
    case 'approved':
      return 'The item is approved';
    case 'form_valid':
      return 'The form is valid';
    case 'min_instances':
      return `At least ${constraint.n} ${constraint.n === 1 ? 'object' : 'objects'}`;
    case 'expression':
      return `The item matches: ${constraint.query}`;
  }
}
