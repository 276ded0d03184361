import { describe, expect, it } from 'vitest';
import { systemWorkflow } from './system-workflows.ts';
import { roleOrStatusNameProblem, unreachableStatuses, validateWorkflow } from './validate-workflow.ts';
import { readWorkflowFile, writeWorkflowFile } from './workflow-file.ts';
import type { WorkflowFile } from './workflow-file.ts';

const known = {
  roles: new Set(['Annotator', 'QA', 'Expert']),
  statuses: new Set(['NotStarted', 'QualityCheck', 'Completed', 'Checked', 'checked']),
};
const good: WorkflowFile = {
  roles: ['Annotator', 'QA'],
  statuses: ['NotStarted', 'QualityCheck', 'Completed'],
  start_status: 'NotStarted',
  allowed_resources_to_roles: {
    Annotator: { view_items: { statuses: ['NotStarted'] } },
    QA: { view_items: { statuses: ['QualityCheck'] } },
  },
  transitions: [
    { name: 'to check', from: 'NotStarted', to: 'QualityCheck', allowed_roles: ['Annotator'] },
    {
      name: 'done',
      from: 'QualityCheck',
      to: 'Completed',
      allowed_roles: ['QA'],
      constraint: { rules: [{ kind: 'min_instances', n: 1 }] },
    },
  ],
};
const problems = (change: object): string[] =>
  validateWorkflow({ ...good, ...change }, known).map(issue => `${issue.path} ${issue.message}`);

describe('a written workflow', () => {
  it('is fine when every rule holds', () => {
    expect(problems({})).toEqual([]);
  });

  it('names only roles and statuses of the team', () => {
    expect(problems({ roles: ['Annotator', 'QA', 'Ghost'] })).toEqual([
      '/roles/2 Ghost is not a role of this team. Create it first.',
    ]);
    expect(
      problems({
        statuses: [...good.statuses, 'Lost'],
        transitions: [...good.transitions, { name: 'x', from: 'NotStarted', to: 'Lost', allowed_roles: ['Annotator'] }],
      }),
    ).toEqual(['/statuses/3 Lost is not a status of this team. Create it first.']);
  });

  it('should refuse an automation that nothing would run', () => {
    const automated = (action: string): string[] =>
      problems({ transitions: [{ ...good.transitions[0], automation: { action } }, good.transitions[1]] });
    expect(automated('onSubmit')).toEqual([
      '/transitions/0/automation/action A transition can happen by itself on onFirstEdit only',
    ]);
    expect(automated('onFirstEdit')).toEqual([]);
  });

  it('has no name twice, in any case of letters', () => {
    const transitions = [
      ...good.transitions,
      ...['Checked', 'checked'].map(to => ({ name: to, from: 'NotStarted', to, allowed_roles: ['Annotator'] })),
    ];
    expect(problems({ statuses: [...good.statuses, 'Checked', 'checked'], transitions })).toEqual([
      '/statuses/4 checked is there twice',
    ]);
    expect(problems({ roles: ['Annotator', 'QA', 'QA'] })).toEqual(['/roles/2 QA is there twice']);
  });

  it('starts in one of its statuses', () => {
    expect(problems({ start_status: 'Checked' })).toEqual([
      '/start_status Checked is not among the statuses of this workflow',
    ]);
  });

  it('lets only roles move items that can see them', () => {
    expect(
      problems({ transitions: [good.transitions[0], { ...good.transitions[1], allowed_roles: ['QA', 'Annotator'] }] }),
    ).toEqual(["/transitions/1/allowed_roles/1 Annotator can't see items in QualityCheck, so it can't move them"]);
  });

  it('should report which statuses cannot be reached from the start, and be usable all the same', () => {
    const file = { ...good, transitions: good.transitions.slice(0, 1) };
    expect(validateWorkflow(file, known)).toEqual([]);
    expect(unreachableStatuses(file)).toEqual([
      { path: '/statuses/2', message: "Completed can't be reached from NotStarted. Add a transition to it." },
    ]);
  });

  it('has transitions between its own statuses, by its own roles', () => {
    expect(
      problems({
        transitions: [...good.transitions, { name: 'x', from: 'NotStarted', to: 'Checked', allowed_roles: ['Expert'] }],
      }),
    ).toEqual([
      '/transitions/2/to Checked is not among the statuses of this workflow',
      '/transitions/2/allowed_roles/0 Expert is not among the roles of this workflow',
    ]);
    expect(
      problems({
        transitions: [...good.transitions, { name: ' ', from: 'NotStarted', to: 'NotStarted', allowed_roles: [] }],
      }),
    ).toEqual([
      '/transitions/2/name A transition needs a name',
      "/transitions/2/to A transition can't lead from NotStarted to itself",
      '/transitions/2/allowed_roles A transition needs at least one role',
    ]);
  });

  it('shows only its own statuses to its own roles', () => {
    expect(
      problems({
        allowed_resources_to_roles: {
          ...good.allowed_resources_to_roles,
          'A/B': { view_items: { statuses: ['Checked'] } },
        },
      }),
    ).toEqual([
      '/allowed_resources_to_roles/A~1B A/B is not among the roles of this workflow',
      '/allowed_resources_to_roles/A~1B/view_items/statuses/0 Checked is not among the statuses of this workflow',
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('may have a role called %s', name => {
    const words = { ...known, roles: new Set([...known.roles, name]) };
    const file = {
      ...good,
      roles: [...good.roles, name],
      transitions: [
        ...good.transitions,
        { name: 'back', from: 'QualityCheck', to: 'NotStarted', allowed_roles: [name] },
      ],
    };
    expect(validateWorkflow(file, words).map(issue => issue.message)).toEqual([
      `${name} can't see items in QualityCheck, so it can't move them`,
    ]);
    const vocabulary = {
      roles: [...words.roles].map((each, at) => ({ role_id: at + 1, name: each })),
      statuses: systemWorkflow.statuses,
    };
    expect(
      readWorkflowFile({ ...file, transitions: [] }, vocabulary, { id: 9, name: 'w', description: '' }).roles.find(
        role => role.name === name,
      )?.workflowRoleStatuses,
    ).toEqual([]);
  });

  it('has at most 200 roles, 200 statuses and 2000 transitions', () => {
    const names = Array.from({ length: 201 }, (_, at) => `N${at}`);
    expect(problems({ roles: names })[0]).toMatch(/^\/roles /);
    expect(problems({ statuses: names })[0]).toMatch(/^\/statuses /);
    expect(problems({ transitions: Array.from({ length: 2001 }, () => good.transitions[0]) })[0]).toMatch(
      /^\/transitions /,
    );
  });

  it('says where it is malformed', () => {
    expect(validateWorkflow({ ...good, transitions: [{ name: 1 }] }, known).map(issue => issue.path)).toContain(
      '/transitions/0/name',
    );
    expect(
      validateWorkflow(
        { ...good, transitions: [{ ...good.transitions[0], constraint: { rules: [{ kind: 'magic' }] } }] },
        known,
      )[0]?.path,
    ).toMatch(/^\/transitions\/0\/constraint/);
    expect(validateWorkflow('x', known)).toHaveLength(1);
  });
});

describe('the written form', () => {
  const vocabulary = {
    roles: [
      { role_id: 1, name: 'Annotator' },
      { role_id: 2, name: 'QA' },
      { role_id: 3, name: 'Admin', isAdmin: true },
    ],
    statuses: systemWorkflow.statuses,
  };

  it('reads back to the same workflow', () => {
    const { id, name, description } = systemWorkflow;
    expect(readWorkflowFile(writeWorkflowFile(systemWorkflow), vocabulary, { id, name, description })).toEqual({
      ...systemWorkflow,
      type: 'user',
    });
  });
});

describe('names of roles and statuses', () => {
  it.each(['Expert', 'Ärztin_2', 'OrderByMe', 'x'.repeat(100)])('may be %s', name => {
    expect(roleOrStatusNameProblem(name)).toBeUndefined();
  });

  it.each(['', 'two words', 'a-b', 'x'.repeat(101), 'or', 'And', 'CONTAINS', 'OrderBy', 'Random'])(
    'may not be %j',
    name => {
      expect(roleOrStatusNameProblem(name)).toMatch(/^Name /);
    },
  );
});
