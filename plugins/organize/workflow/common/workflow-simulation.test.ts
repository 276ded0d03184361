import { describe, expect, it } from 'vitest';
import { systemWorkflow } from './system-workflows.ts';
import { constraintKinds } from './workflow.ts';
import type { Constraint } from './workflow.ts';
import { writeWorkflowFile } from './workflow-file.ts';
import {
  beginSimulation,
  constraintText,
  rolesWithWork,
  sightOf,
  stepBack,
  takeTransition,
} from './workflow-simulation.ts';

const file = writeWorkflowFile(systemWorkflow);
const step = (from: string, name: string) => file.transitions.find(each => each.from === from && each.name === name)!;

describe('an item that is walked through a workflow', () => {
  it('should begin in the start status', () => {
    expect(beginSimulation(file)).toEqual({ status: 'NotStarted', history: [] });
  });

  it('should show a role what it sees and which transitions it has', () => {
    expect(sightOf(file, 'Annotator', 'NotStarted').transitions.map(each => each.name)).toEqual([
      'Start',
      'Submit',
      'Skip',
    ]);
    expect(sightOf(file, 'Annotator', 'NotStarted').onFirstEdit?.to).toBe('InProgress');
    expect(sightOf(file, 'QA', 'NotStarted')).toEqual({ sees: false, transitions: [], onFirstEdit: undefined });
  });

  it('should go from hand to hand to its end, and remember the way', () => {
    const submitted = takeTransition(file, beginSimulation(file), 'Annotator', step('NotStarted', 'Submit'))!;
    const done = takeTransition(file, submitted, 'QA', step('QualityCheck', 'Complete'))!;
    expect(done.status).toBe('Completed');
    expect(done.history).toEqual([
      { role: 'Annotator', from: 'NotStarted', to: 'QualityCheck', name: 'Submit' },
      { role: 'QA', from: 'QualityCheck', to: 'Completed', name: 'Complete' },
    ]);
    expect(stepBack(done)).toEqual(submitted);
    expect(stepBack(beginSimulation(file))).toEqual(beginSimulation(file));
  });

  it('should not move for who may not move it, or from where it is not', () => {
    expect(takeTransition(file, beginSimulation(file), 'QA', step('NotStarted', 'Submit'))).toBeUndefined();
    expect(takeTransition(file, beginSimulation(file), 'QA', step('QualityCheck', 'Complete'))).toBeUndefined();
  });

  it('should not be moved by a role that does not see it, though a transition names the role', () => {
    const blind = {
      ...file,
      allowed_resources_to_roles: { ...file.allowed_resources_to_roles, Annotator: { view_items: { statuses: [] } } },
    };
    expect(sightOf(blind, 'Annotator', 'NotStarted').transitions).toEqual([]);
  });

  it('should report who has work', () => {
    expect(file.statuses.map(status => rolesWithWork(file, status).join())).toEqual([
      'Annotator',
      'Annotator',
      'QA',
      'Annotator',
      '',
      '',
    ]);
  });
});

it.each(constraintKinds)('should have words for the constraint %s', kind => {
  const constraint = (
    kind === 'min_instances' ? { kind, n: 3 } : kind === 'expression' ? { kind, query: 'pinned = true' } : { kind }
  ) as Constraint;
  expect(constraintText(constraint)).toMatch(/^[A-Z].{8,}/);
});
