import { describe, expect, it } from 'vitest';
import type { ProjectMembership, TeamRole } from '#core/permissions/common/index.ts';
import { teamActions } from '#core/permissions/common/index.ts';
import { actionsAs, actionsIn, previewRole, previewRoleLabel, membershipAs } from './as-role.ts';

const roles = [1, 2, 3, 101, 7, 12];
const teams: readonly TeamRole[] = [4, 7, 12, 15];
const memberships: readonly ProjectMembership[] = teams.flatMap(teamRole =>
  [1, 2, 3, 101].flatMap(role =>
    [[], [28, 30, 35]].map((permissions): ProjectMembership => ({ role, teamRole, permissions, categoriesOn: true })),
  ),
);

describe('a role that an app is tried in', () => {
  it('should be one that there can be', () => {
    expect(roles.map(each => previewRole(each))).toEqual([
      { project: 1, team: 4 },
      { project: 2, team: 4 },
      { project: 3, team: 4 },
      { project: 101, team: 4 },
      { project: undefined, team: 7 },
      { project: undefined, team: 12 },
    ]);
    expect([0, 4, 15, 50, -1, 1.5, Number.NaN, 2 ** 40].map(each => previewRole(each))).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
    expect(roles.map(each => previewRoleLabel(each, 'Expert'))).toEqual([
      'Annotator',
      'QA',
      'Project Admin',
      'Expert',
      'Team Admin',
      'Team Owner',
    ]);
  });

  it('should leave what the role holds of what the person holds', () => {
    const admin: ProjectMembership = { role: 3, teamRole: 12 };
    const left = (number: number): ReadonlySet<string> => {
      const role = previewRole(number)!;
      const ofRole = actionsAs(role, undefined, membershipAs(admin, role));
      return new Set(actionsIn(admin).filter(each => ofRole.has(each)));
    };
    expect([
      left(1).has('AnnotateItem'),
      left(1).has('DeleteItem'),
      left(1).has('ApplyItemApprovalStatus'),
      left(1).has('ListFolders'),
      left(1).has('DownloadItem'),
    ]).toEqual([true, false, false, false, false]);
    expect([left(2).has('ApplyItemApprovalStatus'), left(2).has('ApplyItemStatus')]).toEqual([true, false]);
    // A Project Admin who was given nothing beside the role.
    expect([left(3).has('ApplyItemStatus'), left(3).has('DeleteItem'), left(3).has('DeleteProject')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([left(7).has('DeleteItem'), left(7).has('DeleteProject')]).toEqual([true, true]);
  });

  it('should raise nobody: neither the role in the team, nor that in a project', () => {
    for (const own of memberships) {
      for (const number of roles) {
        const role = previewRole(number)!;
        const seen = membershipAs(own, role);
        expect(seen.teamRole).toBeLessThanOrEqual(own.teamRole);
        // Only who sees all of a project gets another role there.
        if (own.role !== 3 || own.teamRole < 7) expect(seen.role).toBe(own.role);
      }
    }
  });

  it('should hold no more in the team than the role', () => {
    for (const number of roles) {
      const role = previewRole(number)!;
      expect(
        [...actionsAs(role, undefined)].filter(
          each => each !== 'UseCustomApp' && !(teamActions({ role: role.team }) as readonly string[]).includes(each),
        ),
      ).toEqual([]);
    }
  });
});
