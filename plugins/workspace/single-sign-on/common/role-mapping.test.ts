import { expect, it } from 'vitest';
import { rolesOf } from './role-mapping.ts';

it('should give the highest role of all groups that a person is in, team by team', () => {
  const rules = [
    { group: 'leads', team_id: 1, role: 7 },
    { group: 'staff', team_id: 1, role: 4 },
    { group: 'staff', team_id: 2, role: 4 },
    { group: 'others', team_id: 3, role: 7 },
  ] as const;
  expect([...rolesOf(rules, ['staff', 'leads', 'Others'])]).toEqual([
    [1, 7],
    [2, 4],
  ]);
});
