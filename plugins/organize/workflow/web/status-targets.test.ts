import { describe, expect, it } from 'vitest';
import { availableStatuses } from '../common/status-rules.ts';
import type { StatusPermissions } from '../common/status-rules.ts';
import { systemWorkflow } from '../common/system-workflows.ts';
import type { ProjectWorkflow } from '../common/api.ts';
import { targetsOf } from './status-targets.ts';

const met = (permissions: StatusPermissions): ProjectWorkflow => ({
  id: 1,
  name: '',
  description: '',
  start_status_id: 1,
  transitions: [],
  statuses: systemWorkflow.statuses.map(each => ({ ...each, icon: { ...each.icon } })),
  available: Object.fromEntries(
    systemWorkflow.statuses.map(each => [
      String(each.value),
      availableStatuses(systemWorkflow, each.status_id, permissions).map(one => one.value),
    ]),
  ),
});
const names = (workflow: ProjectWorkflow, from: readonly number[]): string[] =>
  targetsOf(workflow, from).map(each => each.name);

describe('where selected items may go', () => {
  const annotator = met({ applyStatus: false, applyTransition: true, roleId: 1 });

  it('is what every one of them may do', () => {
    expect(names(annotator, [1])).toEqual(['InProgress', 'QualityCheck', 'Skipped']);
    expect(names(annotator, [2])).toEqual(['NotStarted', 'QualityCheck', 'Skipped']);
    expect(names(annotator, [1, 2])).toEqual(['NotStarted', 'InProgress', 'QualityCheck', 'Skipped']);
    expect(names(annotator, [1, 5])).toEqual([]);
  });

  it('is anything but where they all are for who applies statuses', () => {
    expect(names(met({ applyStatus: true, applyTransition: true, roleId: 3 }), [5])).toEqual([
      'NotStarted',
      'InProgress',
      'QualityCheck',
      'Returned',
      'Skipped',
    ]);
  });

  it('is nothing without a right', () => {
    expect(names(met({ applyStatus: false, applyTransition: false, roleId: 1 }), [1])).toEqual([]);
  });
});
