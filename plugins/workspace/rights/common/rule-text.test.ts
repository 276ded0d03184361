import { expect, it } from 'vitest';
import type { RuleView } from './api.ts';
import { ruleText } from './rule-text.ts';

const roles = { team: 'Contributor', custom: null, project: 'Annotator' };

it.each<[RuleView, boolean, string]>([
  [{ kind: 'team-role' }, false, 'Not part of the role Contributor'],
  [{ kind: 'team-role', limit: 'own' }, true, 'Role Contributor, only their own'],
  [{ kind: 'project-role', limit: 'visibleItems' }, true, 'Project role Annotator, only items that the role sees'],
  [{ kind: 'switch', feature: 'user_score' }, false, 'The feature “user score” is switched off for the organization'],
  [{ kind: 'not-granted', permission: 'Upload', level: 'project' }, false, '“Upload” was not given in the project'],
  [{ kind: 'project-state', state: 'download' }, true, 'The project lets its members download'],
])('should say %j (allowed: %s) as %s', (rule, allowed, text) => {
  expect(ruleText(rule, allowed, roles)).toBe(text);
});

it('should name the team’s own role where it gives the right, and where it lacks it', () => {
  const lead = { ...roles, custom: 'Lead' };
  expect(ruleText({ kind: 'custom-role', role: 'Lead' }, true, lead)).toBe('Custom team role Lead');
  expect(ruleText({ kind: 'team-role' }, false, lead)).toBe('Not part of the role Contributor or Lead');
});
