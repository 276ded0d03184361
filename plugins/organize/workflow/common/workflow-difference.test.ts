import { expect, it } from 'vitest';
import { systemWorkflow } from './system-workflows.ts';
import {
  addRole,
  addStatus,
  addTransition,
  changeTransition,
  removeRole,
  removeStatus,
  removeTransition,
  setVisible,
} from './workflow-draft.ts';
import { workflowDifferences } from './workflow-difference.ts';
import { writeWorkflowFile } from './workflow-file.ts';

const file = writeWorkflowFile(systemWorkflow);
const texts = (after: typeof file): string[] => workflowDifferences(file, after).map(each => each.text);

it('should find nothing between a workflow and itself', () => {
  expect(workflowDifferences(file, structuredClone(file))).toEqual([]);
});

it('should report a removed status alone, not each of its transitions', () => {
  expect(workflowDifferences(file, removeStatus(file, 'Skipped'))).toEqual([
    { text: 'Status Skipped goes', statuses: ['Skipped'] },
  ]);
});

it('should report what is new, who sees what, and where items begin', () => {
  expect(texts(addRole(addStatus(file, 'Review'), 'Expert'))).toEqual(['Status Review is new', 'Role Expert is new']);
  expect(texts({ ...file, start_status: 'InProgress' })).toEqual([
    'New items begin in InProgress instead of NotStarted',
  ]);
  expect(texts(setVisible(setVisible(file, 'QA', 'Completed', true), 'QA', 'QualityCheck', false))).toEqual([
    'QA no longer sees items in QualityCheck',
    'QA sees items in Completed',
  ]);
  expect(texts(removeRole(file, 'QA'))[0]).toBe('Role QA goes: who has it sees pinned items only');
});

it('should report transitions that are removed, added and changed', () => {
  expect(texts(removeTransition(file, 1))).toEqual(['Transition “Submit” from NotStarted to QualityCheck goes']);
  expect(texts(addTransition(file, { name: 'Back', from: 'Completed', to: 'Returned', allowed_roles: [] }))).toEqual([
    'Transition “Back” from Completed to Returned is new',
  ]);
  expect(workflowDifferences(file, changeTransition(file, 1, { ...file.transitions[1]!, constraint: null }))).toEqual([
    { text: 'Transition “Submit” from NotStarted to QualityCheck changes', statuses: ['NotStarted'] },
  ]);
});
