import { describe, expect, it } from 'vitest';
import {
  automationFor,
  availableStatuses,
  canChangeStatus,
  completedStatusIds,
  constraintsOf,
  loadableTransitions,
  transitionBetween,
  transitionFor,
  visibleStatusIds,
  workableStatusIds,
} from './status-rules.ts';
import { directCompletionWorkflow, systemStatuses, systemWorkflow } from './system-workflows.ts';
import type { SystemStatusName } from './system-workflows.ts';
import { firstEditAction } from './workflow.ts';
import type { Workflow } from './workflow.ts';

const names = Object.keys(systemStatuses) as SystemStatusName[];
const by = (
  roleId: number,
  flags: { applyStatus?: boolean; applyTransition?: boolean } = { applyTransition: true },
) => ({ applyStatus: false, applyTransition: false, ...flags, roleId });
const targets = (workflow: Workflow, from: SystemStatusName, permissions: ReturnType<typeof by>): string[] =>
  availableStatuses(workflow, systemStatuses[from], permissions)
    .map(status => status.name)
    .toSorted();

// Rows: from; columns of the built-in table. A annotator, Q QA, * only with direct completion.
const cells: Record<SystemStatusName, Partial<Record<SystemStatusName, 'A' | 'A*' | 'Q'>>> = {
  NotStarted: { InProgress: 'A', QualityCheck: 'A', Completed: 'A*', Skipped: 'A' },
  InProgress: { QualityCheck: 'A', Completed: 'A*', Skipped: 'A', NotStarted: 'A' },
  Returned: { InProgress: 'A', QualityCheck: 'A', Completed: 'A*', Skipped: 'A', NotStarted: 'A' },
  Skipped: { InProgress: 'A' },
  QualityCheck: { Returned: 'Q', Completed: 'Q', Skipped: 'Q' },
  Completed: { QualityCheck: 'Q' },
};
const expected = (from: SystemStatusName, marks: string[]): string[] =>
  Object.entries(cells[from])
    .filter(([, mark]) => marks.includes(mark))
    .map(([name]) => name)
    .toSorted();

describe('available statuses', () => {
  it.each(names)('with the right to apply statuses are all but the current one: from %s', from => {
    expect(targets(systemWorkflow, from, by(3, { applyStatus: true }))).toEqual(
      names.filter(name => name !== from).toSorted(),
    );
  });

  it('with the right to apply statuses do not depend on transitions', () => {
    expect(targets(systemWorkflow, 'Completed', by(1, { applyStatus: true, applyTransition: true }))).toHaveLength(5);
  });

  it.each(names)('with the right to use transitions are the targets of the role: from %s', from => {
    expect(targets(systemWorkflow, from, by(1))).toEqual(expected(from, ['A']));
    expect(targets(systemWorkflow, from, by(2))).toEqual(expected(from, ['Q']));
    expect(targets(directCompletionWorkflow, from, by(1))).toEqual(expected(from, ['A', 'A*']));
  });

  it('are none with neither right', () => {
    for (const from of names)
      for (const role of [1, 2, 3]) expect(targets(systemWorkflow, from, by(role, {}))).toEqual([]);
  });

  it('are none for a role without transitions', () => {
    expect(targets(systemWorkflow, 'NotStarted', by(101))).toEqual([]);
  });

  it('hold a target once even when two transitions lead to it', () => {
    const first = systemWorkflow.transitions.find(transition => transition.name === 'Submit')!;
    const twice = { ...systemWorkflow, transitions: [first, { ...first, id: 99, name: 'Submit as well' }] };
    expect(targets(twice, 'NotStarted', by(1))).toEqual(['QualityCheck']);
  });
});

describe('status changes', () => {
  const { NotStarted, InProgress, QualityCheck, Completed } = systemStatuses;

  it('are allowed exactly to the available statuses', () => {
    expect(canChangeStatus(systemWorkflow, InProgress, QualityCheck, by(1))).toBe(true);
    expect(canChangeStatus(systemWorkflow, InProgress, Completed, by(1))).toBe(false);
    expect(canChangeStatus(systemWorkflow, InProgress, InProgress, by(3, { applyStatus: true }))).toBe(false);
    expect(canChangeStatus(systemWorkflow, InProgress, 77, by(3, { applyStatus: true }))).toBe(false);
  });

  it('should name the transition they were made by, and none when the status was applied', () => {
    expect(transitionFor(systemWorkflow, InProgress, QualityCheck, by(1))?.name).toBe('Submit');
    expect(transitionFor(systemWorkflow, InProgress, QualityCheck, by(3, { applyStatus: true }))).toBeUndefined();
  });

  it('should be found between two statuses for whoever changes them, first one of their role', () => {
    const { InProgress, QualityCheck, Completed } = systemStatuses;
    const submit = systemWorkflow.transitions.find(
      each => each.name === 'Submit' && each.from_status_id === InProgress,
    )!;
    const other = { ...submit, id: 99, name: 'Send', role_ids: [2] };
    const both = { ...systemWorkflow, transitions: [other, ...systemWorkflow.transitions] };
    const [from, to] = [InProgress, QualityCheck];
    expect([1, 2, undefined].map(role => transitionBetween(both, from, to, role)?.name)).toEqual([
      'Submit',
      'Send',
      'Send',
    ]);
    expect(transitionBetween(systemWorkflow, Completed, from, 3)?.name).not.toBe('Submit');
  });

  it('load transitions only with the right to use them', () => {
    expect(loadableTransitions(systemWorkflow, by(1, {}))).toEqual([]);
    expect(loadableTransitions(systemWorkflow, by(1, { applyStatus: true }))).toEqual([]);
    expect(loadableTransitions(systemWorkflow, by(2)).map(transition => transition.name)).toEqual([
      'Return',
      'Complete',
      'Skip',
      'Reopen',
    ]);
  });

  it('look automations up by the status left and the action', () => {
    expect(automationFor(systemWorkflow.transitions, NotStarted, firstEditAction)?.to_status_id).toBe(InProgress);
    expect(automationFor(systemWorkflow.transitions, systemStatuses.Returned, firstEditAction)?.to_status_id).toBe(
      InProgress,
    );
    expect(automationFor(systemWorkflow.transitions, InProgress, firstEditAction)).toBeUndefined();
    expect(automationFor(systemWorkflow.transitions, NotStarted, 'onSubmit')).toBeUndefined();
  });

  it('return the constraints of a transition, or an empty list', () => {
    const named = (name: string) => systemWorkflow.transitions.find(transition => transition.name === name);
    expect(constraintsOf(named('Complete'))).toEqual([{ kind: 'required_attributes' }]);
    expect(constraintsOf(named('Submit'))).toEqual([{ kind: 'required_attributes' }]);
    expect(constraintsOf(named('Skip'))).toEqual([]);
    expect(constraintsOf(undefined)).toEqual([]);
  });
});

describe('the built-in workflows', () => {
  it('show annotators, QA and admins their statuses', () => {
    const seen = (role: number): string[] => visibleStatusIds(systemWorkflow, role).map(id => names[id - 1]!);
    expect(seen(1)).toEqual(['NotStarted', 'InProgress', 'Returned']);
    expect(seen(2)).toEqual(['QualityCheck']);
    expect(seen(3)).toEqual(names);
    expect(seen(101)).toEqual([]);
  });

  it('give annotators and QA work where they see items and can move them', () => {
    expect(workableStatusIds(systemWorkflow, 1)).toEqual([1, 2, 4]);
    expect(workableStatusIds(systemWorkflow, 2)).toEqual([3]);
  });

  it('count Completed, and not Skipped, as completed', () => {
    expect(completedStatusIds(systemWorkflow)).toEqual([systemStatuses.Completed]);
  });

  it('are described in the words clients look for', () => {
    expect(systemWorkflow).toMatchObject({
      id: 1,
      name: 'System workflow',
      type: 'system',
      description: 'This workflow is generated by the system, and prevents annotators from completing items.',
    });
  });
});
