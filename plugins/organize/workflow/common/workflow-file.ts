import { z } from 'zod';
import type { Constraint, Workflow, WorkflowRole, WorkflowStatus } from './workflow.ts';
import { statusById, statusByName, statusKinds } from './workflow.ts';

const constraint: z.ZodType<Constraint> = z.union([
  z.object({
    kind: z.enum(['required_attributes', 'required_components', 'all_comments_resolved', 'approved', 'form_valid']),
  }),
  z.object({ kind: z.literal('min_instances'), n: z.int().min(1) }),
  z.object({ kind: z.literal('expression'), query: z.string().min(1) }),
]);

/** Roles, and statuses, of one workflow at most. */
const MOST_NAMES = 200;
/** Transitions of one workflow at most. */
const MOST_TRANSITIONS = 2000;

/** A workflow as people write it (`raw_config`), with constraint and automation as our additions. */
export const workflowFile = z.object({
  roles: z.array(z.string()).max(MOST_NAMES),
  statuses: z.array(z.string()).max(MOST_NAMES),
  start_status: z.string(),
  allowed_resources_to_roles: z
    .record(z.string(), z.object({ view_items: z.object({ statuses: z.array(z.string()).max(MOST_NAMES) }) }))
    .refine(allowed => Object.keys(allowed).length <= MOST_NAMES, `Too big: expected at most ${MOST_NAMES} roles`)
    .default({}),
  transitions: z
    .array(
      z.object({
        name: z.string(),
        from: z.string(),
        to: z.string(),
        allowed_roles: z.array(z.string()).max(MOST_NAMES),
        constraint: z.object({ rules: z.array(constraint) }).nullish(),
        automation: z.object({ action: z.string().min(1) }).nullish(),
      }),
    )
    .max(MOST_TRANSITIONS)
    .default([]),
});
export type WorkflowFile = z.output<typeof workflowFile>;

/** The file after a status or role of the team got another name. */
export function renameInFile(file: WorkflowFile, list: 'roles' | 'statuses', from: string, to: string): WorkflowFile {
  const named = (name: string): string => (name === from ? to : name);
  const names = (all: readonly string[]): string[] => all.map(named);
  if (list === 'roles') {
    return {
      ...file,
      roles: names(file.roles),
      allowed_resources_to_roles: Object.fromEntries(
        Object.entries(file.allowed_resources_to_roles).map(([role, allowed]) => [named(role), allowed]),
      ),
      transitions: file.transitions.map(each => ({ ...each, allowed_roles: names(each.allowed_roles) })),
    };
  }
  return {
    ...file,
    statuses: names(file.statuses),
    start_status: named(file.start_status),
    allowed_resources_to_roles: Object.fromEntries(
      Object.entries(file.allowed_resources_to_roles).map(([role, allowed]) => [
        role,
        { ...allowed, view_items: { ...allowed.view_items, statuses: names(allowed.view_items.statuses) } },
      ]),
    ),
    transitions: file.transitions.map(each => ({ ...each, from: named(each.from), to: named(each.to) })),
  };
}

/**
 * Names of the statuses that a role sees. A role may be called like something that every object has, such as
 * constructor.
 */
export const visibleTo = ({ allowed_resources_to_roles: allowed }: WorkflowFile, role: string): readonly string[] =>
  Object.hasOwn(allowed, role) ? allowed[role]!.view_items.statuses : [];

/** The written form of a workflow. Admin roles see everything and are left out. */
export function writeWorkflowFile(workflow: Workflow): WorkflowFile {
  const statusName = (id: number): string => statusById(workflow, id)?.name ?? String(id);
  const roles = workflow.roles.filter(role => !role.isAdmin);
  return {
    roles: roles.map(role => role.name),
    statuses: workflow.statuses.map(status => status.name),
    start_status: statusName(workflow.start_status_id),
    allowed_resources_to_roles: Object.fromEntries(
      roles.map(role => [
        role.name,
        { view_items: { statuses: role.workflowRoleStatuses.map(entry => statusName(entry.status_id)) } },
      ]),
    ),
    transitions: workflow.transitions.map(transition => ({
      name: transition.name,
      from: statusName(transition.from_status_id),
      to: statusName(transition.to_status_id),
      allowed_roles: transition.role_ids.flatMap(id => workflow.roles.find(role => role.role_id === id)?.name ?? []),
      ...(transition.constraint ? { constraint: { rules: [...transition.constraint.rules] } } : {}),
      ...(transition.automation ? { automation: transition.automation } : {}),
    })),
  };
}

/** The roles and statuses of the team that a written workflow may name. */
export interface WorkflowVocabulary {
  readonly roles: readonly { readonly role_id: number; readonly name: string; readonly isAdmin?: boolean }[];
  readonly statuses: readonly Pick<WorkflowStatus, 'status_id' | 'value' | 'name' | 'icon' | 'shortcut'>[];
}

/**
 * Builds a workflow out of its written form, which must have passed `validateWorkflow`. The start status gets kind
 * start; a status that no transition leaves, or that is called Completed, gets kind end. Row ids count from 1.
 */
export function readWorkflowFile(
  file: WorkflowFile,
  vocabulary: WorkflowVocabulary,
  head: Pick<Workflow, 'id' | 'name' | 'description'>,
): Workflow {
  const left = new Set(file.transitions.map(transition => transition.from));
  const statuses = file.statuses.map((name, at): WorkflowStatus => {
    const known = vocabulary.statuses.find(status => status.name === name)!;
    const end = name === 'Completed' || !left.has(name);
    return {
      ...known,
      id: at + 1,
      canView: true,
      kind:
        name === file.start_status
          ? statusKinds.start
          : end && name !== 'Skipped'
            ? statusKinds.end
            : statusKinds.ordinary,
    };
  });
  const draft = {
    ...head,
    type: 'user' as const,
    statuses,
    roles: [],
    transitions: [],
    start_status_id: 0,
  } satisfies Workflow;
  const status = (name: string): WorkflowStatus => statusByName(draft, name)!;
  const named = vocabulary.roles.filter(role => role.isAdmin === true || file.roles.includes(role.name));
  const roleId = (name: string): number => vocabulary.roles.find(role => role.name === name)!.role_id;
  return {
    ...draft,
    start_status_id: status(file.start_status).status_id,
    roles: named.map((role, at): WorkflowRole => ({
      id: at + 1,
      role_id: role.role_id,
      name: role.name,
      isAdmin: role.isAdmin === true,
      workflowRoleStatuses:
        role.isAdmin === true ? [] : visibleTo(file, role.name).map(name => ({ status_id: status(name).status_id })),
    })),
    transitions: file.transitions.map((transition, at) => ({
      id: at + 1,
      name: transition.name,
      from_status_id: status(transition.from).status_id,
      to_status_id: status(transition.to).status_id,
      toWorkflowStatus: status(transition.to),
      role_ids: transition.allowed_roles.map(roleId),
      constraint: transition.constraint ?? null,
      automation: transition.automation ?? null,
    })),
  };
}
