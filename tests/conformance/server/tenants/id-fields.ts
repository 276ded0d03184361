/** Ids and references of one team, by the name of the generator that hands them out. */
export type Ids = Readonly<Partial<Record<IdKind, readonly (string | number)[]>>>;

export type IdKind = (typeof ID_KINDS)[number];
export const ID_KINDS = ['team', 'organization', 'project', 'folder', 'item', 'class', 'contributor', 'job', 'person', 'email', 'pendingEmail', 'invitation', 'itemName', 'folderName', 'className', 'version', 'session', 'tagClass', 'group', 'attribute', 'export', 'secondExport', 'import', 'secondImport', 'annotationUpload', 'secondUpload', 'fileUpload', 'finishedUpload', 'removal', 'score', 'secondScore', 'step', 'lastItem', 'copy', 'itemChange', 'category', 'integration', 'secondIntegration', 'teamGroup', 'secondTeamGroup', 'template', 'secondTemplate', 'otherEmail', 'subset', 'secondSubset', 'savedQuery', 'bookmark', 'hash', 'board', 'secondBoard', 'telemetryReport', 'secondItem', 'secondGroup', 'secondAttribute', 'customField', 'secondCustomField', 'status', 'secondStatus', 'role', 'secondRole', 'workflow', 'secondWorkflow', 'member', 'schedule', 'secondSchedule', 'timeOff', 'view', 'instructionFile', 'secondInstructionFile', 'credential', 'secondCredential', 'model', 'secondModel', 'app', 'secondApp', 'formProject', 'formFolder', 'rowImport', 'secondRowImport', 'rowUpload', 'finishedRowUpload', 'snippet'] as const;

/** Which generator fills a parameter or field. A field that looks like an id and is in neither table fails the test by name. */
export const ID_FIELDS: Readonly<Record<string, IdKind>> = {
  team_id: 'team', organization_id: 'organization', project_id: 'project', except_project: 'project',
  folder_id: 'folder', folder_ids: 'folder', folder_name: 'folderName',
  item_id: 'item', item_ids: 'item', image_ids: 'item', image_names: 'itemName', item_names: 'itemName',
  class_id: 'class', class_ids: 'class', contributor_id: 'contributor', job_id: 'job', export_id: 'export', import_id: 'import', folder_names: 'folderName',
  user_id: 'email', email: 'email', emails: 'email', e_mail: 'email', assignee: 'email', assign_user_id: 'email', assign_user_ids: 'email', remove_user_ids: 'email', owner_email: 'email',
  change_id: 'itemChange', source_folder_id: 'folder', destination_folder_id: 'folder', to_project_id: 'project', category_id: 'category',
  score_id: 'score', attribute_id: 'attribute', group_id: 'group', group_ids: 'group', view_id: 'view', schedule_id: 'schedule', time_off_ids: 'timeOff',
  credential_id: 'credential', model_id: 'model', app_id: 'app',
  file_id: 'instructionFile', template_id: 'template', snippet_id: 'snippet', project_ids: 'project',
  upload_id: 'annotationUpload', subset_id: 'subset', query_id: 'savedQuery', bookmark_id: 'bookmark', hash: 'hash', board_id: 'board', report_id: 'telemetryReport',
  person_id: 'person', member_id: 'person', token: 'invitation', revision: 'version', session_id: 'session', row_import_id: 'rowImport',
};

/** Fields that end like ids and name nothing of a team: catalogue numbers, marks of the caller, and what is not there yet. */
const NO_IDS: ReadonlySet<string> = new Set(['component_id', 'icon_id', 'shortcut_id', 'permission_id', 'default_workflow_id', 'integration_id', 'workflow_id', 'op', 'id_token', 'attributes.id', 'except', 'chunk_id', 'instance_id', 'preparation_id']);

/** Fields of one operation that need another generator than their name says: `plugin.operation:field`. */
const SPECIAL: Readonly<Record<string, IdKind | undefined>> = {
  'smart-tools.polygonPrediction:image': 'item', 'smart-tools.ocr:image': 'item',
  'items.deleteImages:folder_ids': undefined,
  ...Object.fromEntries(['readUpload', 'continueUpload', 'cancelUpload'].map(each => [`items.${each}:upload_id`, 'fileUpload' as const])), 'items.finishUpload:upload_id': 'finishedUpload',
  'items.deleteImage:item_id': 'lastItem', 'items.copyProgress:poll_id': 'copy', 'items.cancelCopy:poll_id': 'copy',
  'categories.setItemCategories:categories': 'category', 'categories.mergeCategories:category_ids': 'category', 'categories.setPersonCategories:category_ids': 'category',
  ...Object.fromEntries(['getIntegration', 'updateIntegration', 'checkIntegration', 'attachIntegration', 'integrationUsage', 'browseIntegration', 'previewAttachment', 'files', 'file'].map(each => [`integrations.${each}:integration_id`, 'integration' as const])),
  'integrations.deleteIntegration:integration_id': 'secondIntegration',
  'insights.deleteBoard:board_id': 'secondBoard', 'insights.createBoard:id': undefined, 'insights.updateBoard:id': undefined,
  'explore.deleteSubset:subset_id': 'secondSubset', 'explore.updateInstances:id': undefined,
  ...Object.fromEntries(['getGroup', 'updateGroup', 'addGroupMembers', 'removeGroupMembers', 'addGroupScopes', 'removeGroupScopes'].map(each => [`groups.${each}:group_id`, 'teamGroup' as const])),
  'groups.deleteGroup:group_id': 'secondTeamGroup', 'skeletons.deleteTemplate:template_id': 'secondTemplate',
  'teams.changeInvitation:e_mail': 'pendingEmail', 'teams.transferTeam:email': 'otherEmail',
  // Projects the caller does not see are left out of the answer: tests/conformance/wire/teams-access.test.ts.
  'teams.getAccessBulk:project_ids': undefined,
  'core.signIn:email': undefined,
  'core.endSession:id': 'session',
  'classes.reorder:ids': 'class',
  'classes.updateGroup:id': 'group', 'classes.removeGroup:id': 'secondGroup', 'classes.updateAttribute:id': 'attribute', 'classes.removeAttribute:id': 'secondAttribute',
  'scores.getScore:id': 'score', 'scores.updateScore:id': 'score', 'scores.deleteScore:id': 'secondScore',
  'steps.addStepAttributes:workflow_id': 'step', 'steps.putStepAttributes:workflow_id': 'step', 'steps.saveSteps:attribute_ids': 'attribute',
  'editor-classification.changeTags:class_id': 'tagClass',
  'annotations.restoreVersion:item_id': 'secondItem', 'annotation-api.downloadMask:item_id': 'secondItem',
  'steps.uploadKeyPoints:id': undefined,
  // A draft counts its own revisions.
  'form.saveFormDraft:revision': undefined, 'form.publishForm:revision': undefined,
  'custom-fields.updateTemplate:id': 'customField', 'custom-fields.templateUsage:id': 'customField', 'custom-fields.reorderTemplates:template_ids': 'customField', 'custom-fields.deleteTemplate:id': 'secondCustomField',
  ...Object.fromEntries(['getEntity', 'patchEntity', 'replaceEntity', 'editableFields'].map(each => [`custom-fields.${each}:id`, 'project' as const])),
  ...Object.fromEntries(['getWorkflow', 'updateWorkflow', 'previewWorkflow', 'previewProjectWorkflow', 'setProjectWorkflow', 'workflowStatuses', 'workflowRoles', 'workflowTransitions'].map(each => [`workflow.${each}:workflow_id`, 'workflow' as const])),
  'workflow.deleteWorkflow:workflow_id': 'secondWorkflow', 'workflow.updateStatus:id': 'status', 'workflow.deleteStatus:id': 'secondStatus',
  'workflow.getRole:id': 'role', 'workflow.updateRole:id': 'role', 'workflow.deleteRole:id': 'secondRole',
  'work-schedules.createSchedule:user_id': 'member', 'work-schedules.updateSchedule:id': 'schedule', 'work-schedules.deleteSchedule:id': 'secondSchedule',
  'exchange.deleteExport:export_id': 'secondExport', 'exchange.checkImport:import_id': 'secondImport', 'projects.deleteInstructionFile:file_id': 'secondInstructionFile',
  // Rows are imported into forms, and the project of the others is one of images.
  ...Object.fromEntries(['getRowTemplate', 'createRowUpload', 'readRowUpload', 'continueRowUpload', 'cancelRowUpload', 'finishRowUpload', 'getRowImport', 'checkRowImport', 'startRowImport', 'cancelRowImport', 'getRowProblems', 'generateItems'].map(each => [`form-rows.${each}:project_id`, 'formProject' as const])),
  ...Object.fromEntries(['createRowUpload', 'generateItems'].map(each => [`form-rows.${each}:folder_id`, 'formFolder' as const])),
  ...Object.fromEntries(['readRowUpload', 'continueRowUpload', 'cancelRowUpload'].map(each => [`form-rows.${each}:token`, 'rowUpload' as const])), 'form-rows.finishRowUpload:token': 'finishedRowUpload', 'form-rows.checkRowImport:row_import_id': 'secondRowImport',
  'annotation-api.clearingProgress:poll_id': 'removal',
  'annotation-api.sendPartOlder:upload_id': 'secondUpload',
  'annotation-api.finishLargeOlder:upload_id': 'secondUpload',
  'annotation-api.syncOlder:upload_id': 'secondUpload',
  'language-models.deleteCredential:credential_id': 'secondCredential', 'language-models.deleteModel:model_id': 'secondModel',
  'apps.deleteApp:app_id': 'secondApp', 'apps.saveApp:revision': undefined, 'apps.publishApp:revision': undefined,
  'teams.cancelInvitation:e_mail': 'pendingEmail',
  'teams.inviteMembers:emails': undefined,
};

/** The generator of a field; undefined when it is no id. `unknown` when it looks like one that nobody makes. */
export function idKindOf(operation: string, field: string): IdKind | 'unknown' | undefined {
  const special = `${operation}:${field}`;
  if (special in SPECIAL) return SPECIAL[special];
  const kind = ID_FIELDS[field];
  if (kind !== undefined) return kind;
  if (NO_IDS.has(field)) return undefined;
  return /(^|_)ids?$|[a-z]Ids?$/.test(field) ? 'unknown' : undefined;
}
