import type { WorkflowFile } from './workflow-file.ts';
import { visibleTo } from './workflow-file.ts';

/** One difference between two versions of a workflow that people of its projects notice. */
export interface WorkflowDifference {
  readonly text: string;
  /** Statuses whose items it is about, by name; empty when it is about none. */
  readonly statuses: readonly string[];
}

const arrow = (transition: WorkflowFile['transitions'][number]): string =>
  `“${transition.name}” from ${transition.from} to ${transition.to}`;
const without = (all: readonly string[], others: readonly string[]): readonly string[] =>
  all.filter(each => !others.includes(each));

/** Returns the differences between two versions, the weightiest first. */
export function workflowDifferences(before: WorkflowFile, after: WorkflowFile): readonly WorkflowDifference[] {
  const gone = without(before.statuses, after.statuses);
  const found: WorkflowDifference[] = gone.map(status => ({ text: `Status ${status} goes`, statuses: [status] }));
  for (const status of without(after.statuses, before.statuses))
    found.push({ text: `Status ${status} is new`, statuses: [] });
  if (before.start_status !== after.start_status)
    found.push({ text: `New items begin in ${after.start_status} instead of ${before.start_status}`, statuses: [] });
  for (const role of without(before.roles, after.roles))
    found.push({ text: `Role ${role} goes: who has it sees pinned items only`, statuses: [] });
  for (const role of without(after.roles, before.roles)) found.push({ text: `Role ${role} is new`, statuses: [] });
  for (const role of before.roles.filter(each => after.roles.includes(each))) {
    const [less, more] = [
      without(visibleTo(before, role), visibleTo(after, role)).filter(each => !gone.includes(each)),
      without(visibleTo(after, role), visibleTo(before, role)),
    ];
    if (less.length > 0) found.push({ text: `${role} no longer sees items in ${less.join(', ')}`, statuses: less });
    if (more.length > 0) found.push({ text: `${role} sees items in ${more.join(', ')}`, statuses: more });
  }
  return [...found, ...transitionDifferences(before, after, gone)];
}

function transitionDifferences(
  before: WorkflowFile,
  after: WorkflowFile,
  gone: readonly string[],
): WorkflowDifference[] {
  const key = (each: WorkflowFile['transitions'][number]): string => JSON.stringify([each.name, each.from, each.to]);
  const rest = (each: WorkflowFile['transitions'][number]): string =>
    JSON.stringify([each.allowed_roles.toSorted(), each.constraint?.rules ?? [], each.automation ?? null]);
  const [old, fresh] = [
    new Map(before.transitions.map(each => [key(each), each])),
    new Map(after.transitions.map(each => [key(each), each])),
  ];
  return [
    ...[...old]
      .filter(([name, each]) => !fresh.has(name) && !gone.includes(each.from) && !gone.includes(each.to))
      .map(([, each]) => ({ text: `Transition ${arrow(each)} goes`, statuses: [each.from] })),
    ...[...fresh]
      .filter(([name]) => !old.has(name))
      .map(([, each]) => ({ text: `Transition ${arrow(each)} is new`, statuses: [each.from] })),
    ...[...fresh]
      .filter(([name, each]) => old.has(name) && rest(old.get(name)!) !== rest(each))
      .map(([, each]) => ({ text: `Transition ${arrow(each)} changes`, statuses: [each.from] })),
  ];
}
