import { describe, expect, it } from 'vitest';
import { folderActionNames, projectActionNames } from './actions.ts';
import { canBeGranted, permissionById, permissionGroups } from './permission-groups.ts';
import type { FolderAction, ProjectAction } from './project-action-table.ts';
import { folderActions, projectActions, scopeOf, teamActionsInProject } from './project-actions.ts';
import type { ProjectMembership } from './project-actions.ts';
import { teamRoles } from './roles.ts';

type Row<Name> = [Name, string, string, string, string];
const read = <Name>(text: string): Row<Name>[] =>
  text
    .trim()
    .split('\n')
    .map(line => line.split(' ') as Row<Name>);

// One line per action: Project Admin, Annotator, QA, custom role. + holds it, o holds it when it is given (or the
// project meets the condition), - never.
const projectTable = read<ProjectAction>(`
RequestItem - + + +
RequestItemByCategory - c c c
ListItemAssignment + + + +
CreateClass + - - -
ListFolders + - - -
IsPausedUser - p p p
ViewNotStartedItemsCount + + - s
ViewInProgressItemsCount + + + i
TrackTime + + + +
UpdateProject + - - -
UpdateProjectSettings + - - -
DeleteProject - - - -
ShareProject + - - -
ChangeProjectUserRole + - - -
PauseProjectUser + - - -
ManageProjectAdminPermissions - - - -
EditForm o - - -
ViewProjectCustomFields o - - -
EditProjectCustomFields o - - -
CreateFolder + - - -
UpdateFolder + - - -
DeleteFolder + - - -
AssignFolder + - - -
UploadItem o - - -
DownloadItem o o o o
DeleteItem o - - -
AssignItem + - - -
CopyItem + - - -
MoveItem + - - -
SetItemCategory + - - -
SetItemPriority + - - -
ViewItem + + + +
AnnotateItem + + + +
CommentItem + + + +
ViewAnalytics + + + +
GenerateAnalytics + - - -
ViewInsights + - - -
RunExplore + o o o
ManageSavedQueries + o o o
ManageSubsets + o o o
ManageBookmarks + o o o
ApplyExploreBulkAction + o o o
CreateExport o - - -
DeleteExport o - - -
UpdateClass + - - -
DeleteClass + - - -
ReorderClass + - - -
CreateAttributeGroup + - - -
UpdateAttributeGroup + - - -
DeleteAttributeGroup + - - -
CreateAttribute + - - -
UpdateAttribute + - - -
DeleteAttribute + - - -
`);

const folderTable = read<FolderAction>(`
ApplyItemAnnotationRevert + + - t
ApplyItemAnnotationInstanceApprovalStatus + - + t
ApplyItemApprovalStatus + - + t
ApplyItemPin + - + t
ResolveItemAnnotationComment + - + t
DeleteItemAnnotationComment + - + t
ApplyItemTransition + + + +
ApplyItemStatus + - - -
`);

const ids = (label: string): number[] =>
  permissionGroups.find(group => group.label === label)!.permissions.map(permission => permission.id);
const conditions: Record<string, Partial<ProjectMembership>> = {
  o: { permissions: ids('projectUser') },
  c: { categoriesOn: true },
  p: { paused: true },
  s: { seesStart: true },
  i: { seesInProgress: true },
  t: { rolePermissions: ids('rolePermission') },
};
const every = Object.assign({}, ...Object.values(conditions)) as Partial<ProjectMembership>;
const roles = [
  ['Project Admin', 3],
  ['Annotator', 1],
  ['QA', 2],
  ['custom role', 101],
] as const;
const cases = <Name>(table: Row<Name>[]): [Name, string, number, string][] =>
  table.flatMap(([action, ...marks]) =>
    roles.map(([name, role], at) => [action, name, role, marks[at]!] as [Name, string, number, string]),
  );
const contributor = (role: number, extra: Partial<ProjectMembership> = {}): ProjectMembership => ({
  role,
  teamRole: teamRoles.contributor,
  ...extra,
});

describe('project actions', () => {
  it('are all in the tables of this test', () => {
    expect(projectTable.map(([action]) => action).toSorted()).toEqual(projectActionNames.toSorted());
    expect(folderTable.map(([action]) => action).toSorted()).toEqual(folderActionNames.toSorted());
  });

  it.each(cases(projectTable))('%s of a %s (%i) is %s', (action, _name, role, mark) => {
    expect(projectActions(contributor(role)).includes(action)).toBe(mark === '+');
    if (conditions[mark]) expect(projectActions(contributor(role, conditions[mark]))).toContain(action);
    if (mark === '-') expect(projectActions(contributor(role, every))).not.toContain(action);
  });

  it.each(cases(folderTable))('%s in a folder of a %s (%i) is %s', (action, _name, role, mark) => {
    expect(folderActions(contributor(role)).includes(action)).toBe(mark === '+');
    if (conditions[mark]) expect(folderActions(contributor(role, conditions[mark]))).toContain(action);
    if (mark === '-') expect(folderActions(contributor(role, every))).not.toContain(action);
  });

  it('let team admins delete the project and use what Project Admins must be given', () => {
    const actions = projectActions({ role: 3, teamRole: teamRoles.teamAdmin });
    for (const action of [
      'DeleteProject',
      'ManageProjectAdminPermissions',
      'UploadItem',
      'DownloadItem',
      'DeleteItem',
      'CreateExport',
      'EditForm',
    ] as const)
      expect(actions).toContain(action);
    expect(actions).not.toContain('RequestItem');
  });

  it('never pause a team admin', () => {
    expect(projectActions({ role: 1, teamRole: teamRoles.teamAdmin, paused: true })).not.toContain('IsPausedUser');
  });

  it('name the narrower scope of an action', () => {
    expect(scopeOf('ViewItem', 1)).toBe('visibleItems');
    expect(scopeOf('ViewItem', 3)).toBeUndefined();
    expect(scopeOf('ViewAnalytics', 1)).toBe('ownData');
    expect(scopeOf('ListItemAssignment', 1)).toBe('ownRole');
    expect(scopeOf('DeleteItemAnnotationComment', 1)).toBe('ownComments');
  });

  it.each([
    ['explore', 'RunExplore'],
    ['insights', 'ViewInsights'],
    ['telemetry_logging', 'TrackTime'],
  ] as const)('lose by the switch %s the action %s', (feature, action) => {
    expect(projectActions(contributor(3, { features: { [feature]: true } }))).toContain(action);
    expect(projectActions(contributor(3, { features: { [feature]: false } }))).not.toContain(action);
  });

  it('give integrations to Project Admins who were given them, and to nobody else', () => {
    expect(teamActionsInProject(contributor(3, every))).toEqual(expect.arrayContaining(['UseIntegration']));
    expect(teamActionsInProject(contributor(1, every))).toEqual([]);
    expect(teamActionsInProject(contributor(3))).toEqual([]);
  });

  it('should let every member download while the project lets its members', () => {
    expect(projectActions(contributor(1))).not.toContain('DownloadItem');
    expect(projectActions(contributor(1, { downloadOn: true }))).toContain('DownloadItem');
    expect(projectActions(contributor(1, { downloadOn: true }))).not.toContain('CreateExport');
  });

  it('let only Project Admins be given the download', () => {
    expect([1, 2, 3, 101].map(role => canBeGranted(permissionById(28)!, role))).toEqual([false, false, true, false]);
  });
});
