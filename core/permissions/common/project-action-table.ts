/**
 * Mark of a project role for an action: `always`, `granted` (only when given to the member), `never`, `teamAdmin` (team
 * admins only), `withDownload` (when downloading is given), or on a condition of the project; `whenDownload` by grant
 * or by the project's setting. `ownRole`, `visibleItems`, `ownComments` and `ownData` hold it within a limit that the
 * operation itself checks.
 */
export type ProjectMark =
  | 'always'
  | 'granted'
  | 'never'
  | 'teamAdmin'
  | 'withDownload'
  | 'whenCategories'
  | 'whenPaused'
  | 'seesStart'
  | 'seesInProgress'
  | 'whenTicked'
  | 'whenDownload'
  | 'ownRole'
  | 'visibleItems'
  | 'ownComments'
  | 'ownData';

export interface ProjectActionRow {
  readonly actions: readonly string[];
  readonly projectAdmin: ProjectMark;
  readonly annotator: ProjectMark;
  readonly qa: ProjectMark;
  readonly custom: ProjectMark;
}

const row = <const Name extends string>(
  actions: readonly Name[],
  projectAdmin: ProjectMark,
  annotator: ProjectMark,
  qa: ProjectMark,
  custom: ProjectMark,
) => ({ actions, projectAdmin, annotator, qa, custom }) as const;

/** Actions of the project roles in a project: roles-permissions 3.1, row by row. */
export const projectActionTable = [
  row(['RequestItem'], 'never', 'always', 'always', 'always'),
  row(['RequestItemByCategory'], 'never', 'whenCategories', 'whenCategories', 'whenCategories'),
  row(['ListItemAssignment'], 'always', 'ownRole', 'always', 'always'),
  row(['CreateClass'], 'always', 'never', 'never', 'never'),
  row(['ListFolders'], 'always', 'never', 'never', 'never'),
  row(['IsPausedUser'], 'never', 'whenPaused', 'whenPaused', 'whenPaused'),
  row(['ViewNotStartedItemsCount'], 'always', 'always', 'never', 'seesStart'),
  row(['ViewInProgressItemsCount'], 'always', 'always', 'always', 'seesInProgress'),
  row(['TrackTime'], 'always', 'always', 'always', 'always'),
  row(['UpdateProject', 'UpdateProjectSettings'], 'always', 'never', 'never', 'never'),
  row(['DeleteProject'], 'teamAdmin', 'teamAdmin', 'teamAdmin', 'teamAdmin'),
  row(['ShareProject', 'ChangeProjectUserRole', 'PauseProjectUser'], 'always', 'never', 'never', 'never'),
  row(['ManageProjectAdminPermissions'], 'teamAdmin', 'teamAdmin', 'teamAdmin', 'teamAdmin'),
  row(['EditForm'], 'granted', 'never', 'never', 'never'),
  row(['ViewProjectCustomFields', 'EditProjectCustomFields'], 'granted', 'never', 'never', 'never'),
  row(['CreateFolder', 'UpdateFolder', 'DeleteFolder', 'AssignFolder'], 'always', 'never', 'never', 'never'),
  row(['UploadItem'], 'granted', 'never', 'never', 'never'),
  row(['DownloadItem'], 'whenDownload', 'whenDownload', 'whenDownload', 'whenDownload'),
  row(['DeleteItem'], 'granted', 'never', 'never', 'never'),
  row(
    ['AssignItem', 'CopyItem', 'MoveItem', 'SetItemCategory', 'SetItemPriority'],
    'always',
    'never',
    'never',
    'never',
  ),
  row(['ViewItem', 'AnnotateItem', 'CommentItem'], 'always', 'visibleItems', 'visibleItems', 'visibleItems'),
  row(['ViewAnalytics'], 'always', 'ownData', 'ownData', 'ownData'),
  row(['GenerateAnalytics'], 'always', 'never', 'never', 'never'),
  row(['ViewInsights'], 'always', 'never', 'never', 'never'),
  row(
    ['RunExplore', 'ManageSavedQueries', 'ManageSubsets', 'ManageBookmarks', 'ApplyExploreBulkAction'],
    'always',
    'granted',
    'granted',
    'granted',
  ),
  row(['CreateExport', 'DeleteExport'], 'withDownload', 'never', 'never', 'never'),
  row(
    [
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
    'always',
    'never',
    'never',
    'never',
  ),
] as const satisfies readonly ProjectActionRow[];

/** Actions of the project roles on the items of a folder: roles-permissions 3.2, row by row. */
export const folderActionTable = [
  row(['ApplyItemAnnotationRevert'], 'always', 'always', 'never', 'whenTicked'),
  row(['ApplyItemAnnotationInstanceApprovalStatus'], 'always', 'never', 'always', 'whenTicked'),
  row(['ApplyItemApprovalStatus'], 'always', 'never', 'always', 'whenTicked'),
  row(['ApplyItemPin'], 'always', 'never', 'always', 'whenTicked'),
  row(['ResolveItemAnnotationComment'], 'always', 'ownComments', 'always', 'whenTicked'),
  row(['DeleteItemAnnotationComment'], 'always', 'ownComments', 'always', 'whenTicked'),
  row(['ApplyItemTransition'], 'always', 'always', 'always', 'always'),
  row(['ApplyItemStatus'], 'always', 'never', 'never', 'never'),
] as const satisfies readonly ProjectActionRow[];

export type ProjectAction = (typeof projectActionTable)[number]['actions'][number];
export type FolderAction = (typeof folderActionTable)[number]['actions'][number];
