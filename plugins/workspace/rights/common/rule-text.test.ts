import { expect, it } from 'vitest';
import type { RuleView } from './api.ts';
import { ruleText } from './rule-text.ts';

const roles = { team: 'Contributor', project: 'Annotator' };

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
