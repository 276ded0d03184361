import { describe, expect, it } from 'vitest';
import { systemWorkflow } from './system-workflows.ts';
import { validateWorkflow } from './validate-workflow.ts';
import {
  addRole,
  addStatus,
  addTransition,
  changeTransition,
  copyWorkflow,
  emptyWorkflow,
  newTransition,
  removeRole,
  removeStatus,
  removeTransition,
  setVisible,
} from './workflow-draft.ts';
import { renameInFile, visibleTo, writeWorkflowFile } from './workflow-file.ts';

const built = writeWorkflowFile(systemWorkflow);
const system = copyWorkflow(built);
const known = { roles: new Set(['Annotator', 'QA', 'Expert']), statuses: new Set([...system.statuses, 'Review']) };

describe('a workflow that is being drawn', () => {
  it('should be valid from the beginning', () => {
    expect(validateWorkflow(emptyWorkflow, known)).toEqual([]);
  });

  it('should be a valid copy of a built-in one, in which roles see what they saw', () => {
    expect(validateWorkflow(system, known)).toEqual([]);
    expect(system.allowed_resources_to_roles).toEqual(built.allowed_resources_to_roles);
    expect(
      built.transitions
        .filter(
          each =>
            !system.transitions.includes(each) &&
            !system.transitions.some(other => other.name === each.name && other.from === each.from),
        )
        .map(each => each.name),
    ).toEqual(['Resume', 'Reopen']);
  });

  it('should lose the transitions and the sight of a status that goes, and get another start', () => {
    const file = removeStatus(system, 'NotStarted');
    expect(file.start_status).toBe('InProgress');
    expect(file.transitions.filter(each => each.from === 'NotStarted' || each.to === 'NotStarted')).toEqual([]);
    expect(visibleTo(file, 'Annotator')).toEqual(['InProgress', 'Returned']);
    expect(validateWorkflow(file, known)).toEqual([]);
  });

  it('should have a status and a role once however often they are added', () => {
    expect(addStatus(addStatus(system, 'Review'), 'Review').statuses.filter(each => each === 'Review')).toHaveLength(1);
    expect(addRole(addRole(system, 'Expert'), 'Expert').roles).toEqual(['Annotator', 'QA', 'Expert']);
  });

  it('should let the roles of a new transition see where it begins', () => {
    const file = addTransition(addRole(system, 'Expert'), {
      name: 'Skip',
      from: 'QualityCheck',
      to: 'Skipped',
      allowed_roles: ['Expert'],
    });
    expect(visibleTo(file, 'Expert')).toEqual(['QualityCheck']);
    expect(validateWorkflow(file, known)).toEqual([]);
  });

  it('should give a drawn transition the roles that see its beginning', () => {
    expect(newTransition(system, 'QualityCheck', 'NotStarted')).toEqual({
      name: 'To NotStarted',
      from: 'QualityCheck',
      to: 'NotStarted',
      allowed_roles: ['QA'],
    });
  });

  it('should change and lose transitions by their place', () => {
    const changed = changeTransition(system, 1, { ...system.transitions[1]!, name: 'Hand over' });
    expect(changed.transitions[1]!.name).toBe('Hand over');
    expect(removeTransition(changed, 1).transitions.some(each => each.name === 'Hand over')).toBe(false);
  });

  it('should keep transitions of a removed role, and report those that have none left', () => {
    const file = removeRole(system, 'QA');
    expect(file.transitions).toHaveLength(system.transitions.length);
    expect(validateWorkflow(file, known).every(each => each.message === 'A transition needs at least one role')).toBe(
      true,
    );
  });

  it('should keep what a role sees in the order of the workflow', () => {
    expect(visibleTo(setVisible(setVisible(system, 'QA', 'Completed', true), 'QA', 'NotStarted', true), 'QA')).toEqual([
      'NotStarted',
      'QualityCheck',
      'Completed',
    ]);
  });

  it('should follow a status or role that is renamed, wherever it is named', () => {
    const file = renameInFile(renameInFile(system, 'statuses', 'QualityCheck', 'Review'), 'roles', 'QA', 'Expert');
    expect(JSON.stringify(file)).not.toMatch(/QualityCheck|"QA"/);
    expect(validateWorkflow(file, known)).toEqual([]);
  });
});
