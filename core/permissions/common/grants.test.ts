import { describe, expect, it } from 'vitest';
import { actionGroups } from './action-groups.ts';
import { actionNames, isAction } from './actions.ts';
import { holds, holdsAnywhere, toAccess } from './grants.ts';
import { permissionGroups } from './permission-groups.ts';

describe('grants', () => {
  it('hold an action itself or through a group', () => {
    expect(holds({ actions: ['CopyItem'], action_groups: [] }, 'MoveItem', 'CopyItem')).toBe(true);
    expect(holds({ actions: [], action_groups: ['FullAccessFolder'] }, 'CopyItem')).toBe(true);
    expect(holds({ actions: [], action_groups: ['FullAccessFolder'] }, 'CreateClass')).toBe(false);
    expect(holds(undefined, 'CopyItem')).toBe(false);
  });

  it('are asked at every level', () => {
    const access = { actions: ['CreateProject'], action_groups: [] };
    for (const level of ['platform', 'team', 'project', 'folder'] as const)
      expect(holdsAnywhere({ [level]: access }, 'CreateProject')).toBe(true);
    expect(holdsAnywhere({}, 'CreateProject')).toBe(false);
  });

  it('travel sorted, once each, with the groups that are held as a whole', () => {
    expect(toAccess(['UseCustomApp', 'ManageCustomApps', 'UseCustomApp'])).toEqual({
      actions: ['ManageCustomApps', 'UseCustomApp'],
      action_groups: ['FullAccessCustomApp'],
    });
    expect(toAccess(['UseCustomApp'])).toEqual({ actions: ['UseCustomApp'], action_groups: [] });
  });
});

describe('action groups and permissions', () => {
  it('name known actions only', () => {
    const named = [
      ...Object.values(actionGroups).flat(),
      ...permissionGroups.flatMap(group => group.permissions.flatMap(permission => permission.actions)),
    ];
    expect(named.filter(name => !isAction(name))).toEqual([]);
  });

  it('leave out of the full groups what the full groups must not give', () => {
    expect(actionGroups.FullAccessTeam).not.toContain('TransferTeam');
    expect(actionGroups.FullAccessTeam).not.toContain('TransferTeam');
    expect(actionGroups.FullAccessProject).not.toContain('RequestItem');
    expect(actionGroups.FullAccessProject).not.toContain('IsPausedUser');
    expect(actionGroups.FullAccessProject).toContain('CreateClass');
  });

  it('have unique names and permission ids', () => {
    expect(new Set(actionNames).size).toBe(actionNames.length);
    const ids = permissionGroups.flatMap(group => group.permissions.map(permission => permission.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
