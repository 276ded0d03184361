import type { WorkflowFile } from './workflow-file.ts';
import { firstEditAction } from './workflow.ts';
import { visibleTo, workflowFile } from './workflow-file.ts';

/** One problem of a written workflow; `path` is a JSON pointer into it. */
export interface WorkflowIssue {
  readonly path: string;
  readonly message: string;
}

/** Most workflows of one team, the system ones included. */
export const workflowLimit = 2000;
/** Most custom roles, and most custom statuses, of one team. */
export const customNameLimit = 200;

const queryWords: ReadonlySet<string> = new Set(['or', 'and', 'contains', 'orderby', 'random']);

/** Rule for the names of custom roles and statuses: what is wrong with it, or undefined. */
export function roleOrStatusNameProblem(name: string): string | undefined {
  if (name === '') return 'Name is required: type 1 to 100 characters.';
  if (name.length > 100) return 'Name is too long: use at most 100 characters.';
  if (!/^[\p{L}\p{N}_]+$/u.test(name)) return 'Name may hold letters, digits and _ only.';
  if (queryWords.has(name.toLowerCase()))
    return `Name can't be ${name}: it is a word of the query language. Add something to it.`;
  return undefined;
}

function repeated(names: readonly string[]): number[] {
  const seen = new Set<string>();
  return names.flatMap((name, at) => {
    const folded = name.toLowerCase();
    if (seen.has(folded)) return [at];
    seen.add(folded);
    return [];
  });
}

function reachable(file: WorkflowFile): ReadonlySet<string> {
  const found = new Set([file.start_status]);
  for (const status of found)
    for (const transition of file.transitions) if (transition.from === status) found.add(transition.to);
  return found;
}

function checkNames(file: WorkflowFile, known: KnownNames): WorkflowIssue[] {
  return (['roles', 'statuses'] as const).flatMap(list => {
    const word = list === 'roles' ? 'role' : 'status';
    return [
      ...repeated(file[list]).map(at => ({ path: `/${list}/${at}`, message: `${file[list][at]} is there twice` })),
      ...file[list].flatMap((name, at) =>
        known[list].has(name)
          ? []
          : [{ path: `/${list}/${at}`, message: `${name} is not a ${word} of this team. Create it first.` }],
      ),
    ];
  });
}

function checkVisibility(file: WorkflowFile): WorkflowIssue[] {
  return Object.entries(file.allowed_resources_to_roles).flatMap(([role, allowed]) => {
    const path = `/allowed_resources_to_roles/${role.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const issues = allowed.view_items.statuses.flatMap((name, at) =>
      file.statuses.includes(name)
        ? []
        : [
            {
              path: `${path}/view_items/statuses/${at}`,
              message: `${name} is not among the statuses of this workflow`,
            },
          ],
    );
    return file.roles.includes(role)
      ? issues
      : [{ path, message: `${role} is not among the roles of this workflow` }, ...issues];
  });
}

function checkTransition(file: WorkflowFile, at: number): WorkflowIssue[] {
  const transition = file.transitions[at]!;
  const path = `/transitions/${at}`;
  const issues: WorkflowIssue[] = [];
  if (transition.name.trim() === '') issues.push({ path: `${path}/name`, message: 'A transition needs a name' });
  for (const end of ['from', 'to'] as const) {
    if (!file.statuses.includes(transition[end]))
      issues.push({ path: `${path}/${end}`, message: `${transition[end]} is not among the statuses of this workflow` });
  }
  if (transition.from === transition.to)
    issues.push({ path: `${path}/to`, message: `A transition can't lead from ${transition.from} to itself` });
  if (transition.automation && transition.automation.action !== firstEditAction)
    issues.push({
      path: `${path}/automation/action`,
      message: `A transition can happen by itself on ${firstEditAction} only`,
    });
  if (transition.allowed_roles.length === 0)
    issues.push({ path: `${path}/allowed_roles`, message: 'A transition needs at least one role' });
  transition.allowed_roles.forEach((role, roleAt) => {
    const rolePath = `${path}/allowed_roles/${roleAt}`;
    if (!file.roles.includes(role))
      issues.push({ path: rolePath, message: `${role} is not among the roles of this workflow` });
    else if (file.statuses.includes(transition.from) && !visibleTo(file, role).includes(transition.from)) {
      issues.push({ path: rolePath, message: `${role} can't see items in ${transition.from}, so it can't move them` });
    }
  });
  return issues;
}

/** The names of roles and statuses that the team has. */
export interface KnownNames {
  readonly roles: ReadonlySet<string>;
  readonly statuses: ReadonlySet<string>;
}

/**
 * Checks a written workflow: every name exists, the start is among the statuses, names are unique (in any case of
 * letters), the roles of a transition see the status it leaves. An empty list means that it can be used.
 */
export function validateWorkflow(input: unknown, known: KnownNames): readonly WorkflowIssue[] {
  const parsed = workflowFile.safeParse(input);
  if (!parsed.success)
    return parsed.error.issues.map(issue => ({
      path: issue.path.map(key => `/${String(key)}`).join(''),
      message: issue.message,
    }));
  const file = parsed.data;
  const issues = [...checkNames(file, known), ...checkVisibility(file)];
  const startKnown = file.statuses.includes(file.start_status);
  if (file.statuses.length === 0) issues.push({ path: '/statuses', message: 'A workflow needs at least one status' });
  if (!startKnown)
    issues.push({ path: '/start_status', message: `${file.start_status} is not among the statuses of this workflow` });
  for (const at of file.transitions.keys()) issues.push(...checkTransition(file, at));
  return issues;
}

/**
 * Statuses no transition leads to from the start: items come there only by hand. Reported, not refused: the contract's
 * own example has one. The file must have passed `validateWorkflow`.
 */
export function unreachableStatuses(file: WorkflowFile): readonly WorkflowIssue[] {
  const reached = reachable(file);
  return file.statuses.flatMap((name, at) =>
    reached.has(name)
      ? []
      : [
          {
            path: `/statuses/${at}`,
            message: `${name} can't be reached from ${file.start_status}. Add a transition to it.`,
          },
        ],
  );
}
