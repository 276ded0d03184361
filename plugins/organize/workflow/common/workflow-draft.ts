import type { WorkflowFile } from './workflow-file.ts';
import { visibleTo } from './workflow-file.ts';

export type DraftTransition = WorkflowFile['transitions'][number];

/** A workflow nobody has written anything into: the two statuses that every item passes, for annotators. */
export const emptyWorkflow: WorkflowFile = {
  roles: ['Annotator'],
  statuses: ['NotStarted', 'Completed'],
  start_status: 'NotStarted',
  allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted'] } } },
  transitions: [{ name: 'Complete', from: 'NotStarted', to: 'Completed', allowed_roles: ['Annotator'] }],
};

const view = (statuses: readonly string[]): { view_items: { statuses: string[] } } => ({
  view_items: { statuses: [...statuses] },
});

/** Adds a status of the team; the first one is the start. */
export function addStatus(file: WorkflowFile, name: string): WorkflowFile {
  if (file.statuses.includes(name)) return file;
  return {
    ...file,
    statuses: [...file.statuses, name],
    start_status: file.statuses.length === 0 ? name : file.start_status,
  };
}

/**
 * Takes a status away with its transitions and from what roles see; the first of the others starts when it was the
 * start.
 */
export function removeStatus(file: WorkflowFile, name: string): WorkflowFile {
  const statuses = file.statuses.filter(each => each !== name);
  return {
    ...file,
    statuses,
    start_status: file.start_status === name ? (statuses[0] ?? '') : file.start_status,
    allowed_resources_to_roles: Object.fromEntries(
      Object.entries(file.allowed_resources_to_roles).map(([role, allowed]) => [
        role,
        view(allowed.view_items.statuses.filter(each => each !== name)),
      ]),
    ),
    transitions: file.transitions.filter(each => each.from !== name && each.to !== name),
  };
}

/** Adds a role of the team, which sees nothing yet. */
export function addRole(file: WorkflowFile, name: string): WorkflowFile {
  if (file.roles.includes(name)) return file;
  return {
    ...file,
    roles: [...file.roles, name],
    allowed_resources_to_roles: { ...file.allowed_resources_to_roles, [name]: view([]) },
  };
}

/** Takes a role away, also from transitions; one that is left without roles stays and is reported as a problem. */
export function removeRole(file: WorkflowFile, name: string): WorkflowFile {
  return {
    ...file,
    roles: file.roles.filter(each => each !== name),
    allowed_resources_to_roles: Object.fromEntries(
      Object.entries(file.allowed_resources_to_roles).filter(([role]) => role !== name),
    ),
    transitions: file.transitions.map(each => ({
      ...each,
      allowed_roles: each.allowed_roles.filter(role => role !== name),
    })),
  };
}

/** Lets a role see the items in a status, or not; statuses are in the order of the workflow. */
export function setVisible(file: WorkflowFile, role: string, status: string, visible: boolean): WorkflowFile {
  const seen = new Set(visibleTo(file, role));
  if (visible) seen.add(status);
  else seen.delete(status);
  return {
    ...file,
    allowed_resources_to_roles: {
      ...file.allowed_resources_to_roles,
      [role]: view(file.statuses.filter(each => seen.has(each))),
    },
  };
}

/** Adds a transition at the end. Roles that make it see the status it leaves, without which it could not be used. */
export function addTransition(file: WorkflowFile, transition: DraftTransition): WorkflowFile {
  return letSee({ ...file, transitions: [...file.transitions, transition] }, transition);
}

/** Puts another transition in the place of one. */
export function changeTransition(file: WorkflowFile, at: number, transition: DraftTransition): WorkflowFile {
  return letSee({ ...file, transitions: file.transitions.with(at, transition) }, transition);
}

export function removeTransition(file: WorkflowFile, at: number): WorkflowFile {
  return { ...file, transitions: file.transitions.filter((_, index) => index !== at) };
}

/** A transition as it begins when somebody draws it: for the roles that see where it starts. */
export function newTransition(file: WorkflowFile, from: string, to: string): DraftTransition {
  return { name: `To ${to}`, from, to, allowed_roles: file.roles.filter(role => visibleTo(file, role).includes(from)) };
}

/**
 * A copy to go on from. Roles leave transitions whose beginning they do not see, and transitions without roles go: the
 * built-in workflows have such ones for pinned items, a workflow of a team may not. What roles see stays as it was.
 */
export function copyWorkflow(file: WorkflowFile): WorkflowFile {
  return {
    ...file,
    transitions: file.transitions
      .map(each => ({
        ...each,
        allowed_roles: each.allowed_roles.filter(role => visibleTo(file, role).includes(each.from)),
      }))
      .filter(each => each.allowed_roles.length > 0),
  };
}

function letSee(file: WorkflowFile, { from, allowed_roles: roles }: DraftTransition): WorkflowFile {
  return roles.reduce(
    (changed, role) =>
      changed.roles.includes(role) && changed.statuses.includes(from) && !visibleTo(changed, role).includes(from)
        ? setVisible(changed, role, from, true)
        : changed,
    file,
  );
}
