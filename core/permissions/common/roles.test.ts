import { describe, expect, it } from 'vitest';
import {
  derivedTeamFields,
  isCustomRole,
  isProjectRole,
  projectRoleLabel,
  projectRoleName,
  sortTeams,
  teamRoleOf,
} from './roles.ts';

const team = (name: string, creator: string, role: number, owner?: string) => ({
  name,
  creator_id: creator,
  user_role: role,
  organization: { owner_id: owner },
});

describe('roles', () => {
  it.each([
    ['the organization owner', team('A', 'x', 4, 'me'), 15],
    ['the creator', team('A', 'me', 4), 12],
    ['a team admin', team('A', 'x', 7), 7],
    ['anybody else', team('A', 'x', 4), 4],
    ['an unknown number', team('A', 'x', 99), 4],
  ])('should give the team role of %s', (_who, entry, role) => {
    expect(teamRoleOf(entry, 'me')).toBe(role);
  });

  it('add isOwner and the label to a team', () => {
    expect(derivedTeamFields(team('A', 'me', 4), 'me')).toEqual({ isOwner: true, userRoleName: 'Team Owner' });
    expect(derivedTeamFields(team('A', 'x', 7), 'me')).toEqual({ isOwner: false, userRoleName: 'Team Admin' });
  });

  it('sort teams owners first, then admins, then contributors, each by name', () => {
    const teams = [
      team('c2', 'x', 4),
      team('b', 'x', 7),
      team('c10', 'x', 4),
      team('Z', 'me', 4),
      team('a', 'x', 4, 'me'),
    ];
    expect(sortTeams(teams, 'me').map(entry => entry.name)).toEqual(['a', 'Z', 'b', 'c2', 'c10']);
  });

  it('know the project roles and where custom ones begin', () => {
    expect([1, 2, 3].map(projectRoleName)).toEqual(['Annotator', 'QA', 'ProjectAdmin']);
    expect([3, 101].map(role => projectRoleLabel(role, 'Expert'))).toEqual(['Project Admin', 'Expert']);
    expect([0, 4, 99, 100, 101, 101.5].map(isCustomRole)).toEqual([false, false, false, false, true, false]);
    expect([1, 2, 3, 4, 100, 101].map(isProjectRole)).toEqual([true, true, true, false, false, true]);
  });
});
