import { folderActionNames, projectActionNames, teamActionNames } from './actions.ts';
import type { Action } from './actions.ts';

const labeling = ['ViewItem', 'AnnotateItem', 'CommentItem', 'ApplyItemTransition'] as const;
const outsideFullTeam: ReadonlySet<Action> = new Set<Action>(['TransferTeam']);
const outsideFullProject: ReadonlySet<Action> = new Set<Action>([
  'RequestItem',
  'RequestItemByCategory',
  'IsPausedUser',
]);

/** The actions of each group, by its name. */
export const actionGroups = {
  FullAccessTeam: teamActionNames.filter(name => !outsideFullTeam.has(name)),
  FullAccessProject: projectActionNames.filter(name => !outsideFullProject.has(name)),
  FullAccessClass: [
    'CreateClass',
    'UpdateClass',
    'DeleteClass',
    'ReorderClass',
    'CreateAttributeGroup',
    'UpdateAttributeGroup',
    'DeleteAttributeGroup',
    'CreateAttribute',
    'UpdateAttribute',
    'DeleteAttribute',
  ],
  FullAccessFolder: [
    'ListFolders',
    'CreateFolder',
    'UpdateFolder',
    'DeleteFolder',
    'AssignFolder',
    'UploadItem',
    'DownloadItem',
    'DeleteItem',
    'AssignItem',
    'CopyItem',
    'MoveItem',
    'SetItemCategory',
    'SetItemPriority',
  ],
  FullAccessItem: folderActionNames,
  Labeling: labeling,
  Review: [
    ...labeling,
    'ApplyItemAnnotationInstanceApprovalStatus',
    'ApplyItemApprovalStatus',
    'ResolveItemAnnotationComment',
  ],
  FullAccessExplore: ['RunExplore', 'ManageSavedQueries', 'ManageSubsets', 'ManageBookmarks', 'ApplyExploreBulkAction'],
  FullAccessIntegration: ['CreateIntegration', 'UseIntegration', 'DeleteIntegration'],
  FullAccessCustomApp: ['ManageCustomApps', 'UseCustomApp'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

export type ActionGroup = keyof typeof actionGroups;

const sets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(actionGroups).map(([name, actions]) => [name, new Set<string>(actions)]),
);

/** True when the group of that name contains the action; an unknown group contains nothing. */
export const groupContains = (group: string, action: string): boolean => sets.get(group)?.has(action) ?? false;
