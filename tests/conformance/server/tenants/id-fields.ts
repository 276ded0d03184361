import type { IdKind } from './id-kinds.ts';
import { OPERATION_IDS } from './operation-ids.ts';

/**
 * Generators of parameters and fields. A field that looks like an id and is in neither table fails the test by name.
 */
export const ID_FIELDS: Readonly<Record<string, IdKind>> = {
  team_id: 'team',
  organization_id: 'organization',
  default_team_id: 'team',
  project_id: 'project',
  except_project: 'project',
  folder_id: 'folder',
  folder_ids: 'folder',
  folder_name: 'folderName',
  item_id: 'item',
  item_ids: 'item',
  image_ids: 'item',
  image_names: 'itemName',
  item_names: 'itemName',
  class_id: 'class',
  class_ids: 'class',
  contributor_id: 'contributor',
  job_id: 'job',
  export_id: 'export',
  import_id: 'import',
  folder_names: 'folderName',
  user_id: 'email',
  email: 'email',
  emails: 'email',
  e_mail: 'email',
  assignee: 'email',
  assign_user_id: 'email',
  assign_user_ids: 'email',
  remove_user_ids: 'email',
  owner_email: 'email',
  change_id: 'itemChange',
  source_folder_id: 'folder',
  destination_folder_id: 'folder',
  to_project_id: 'project',
  category_id: 'category',
  score_id: 'score',
  team_role_id: 'teamRole',
  attribute_id: 'attribute',
  group_id: 'group',
  group_ids: 'group',
  view_id: 'view',
  schedule_id: 'schedule',
  time_off_ids: 'timeOff',
  credential_id: 'credential',
  model_id: 'model',
  app_id: 'app',
  custom_event_id: 'customEvent',
  webhook_token_id: 'webhookToken',
  pipeline_ids: 'pipeline',
  file_id: 'instructionFile',
  template_id: 'template',
  snippet_id: 'snippet',
  project_ids: 'project',
  upload_id: 'annotationUpload',
  subset_id: 'subset',
  snapshot_id: 'snapshot',
  suggestion_set_id: 'suggestionSet',
  to_snapshot_id: 'snapshot',
  query_id: 'savedQuery',
  bookmark_id: 'bookmark',
  hash: 'hash',
  board_id: 'board',
  link_id: 'publicLink',
  request_id: 'providerRequest',
  report_id: 'telemetryReport',
  prediction_set_id: 'predictionSet',
  evaluation_id: 'evaluation',
  person_id: 'person',
  member_id: 'person',
  token: 'invitation',
  token_id: 'accessToken',
  revision: 'version',
  session_id: 'session',
  row_import_id: 'rowImport',
  pipeline_id: 'pipeline',
  event_id: 'pipelineStart',
  run_id: 'run',
  secret_id: 'secret',
  custom_task_id: 'customTask',
  test_case_id: 'testCase',
  task_result_id: 'taskResult',
  task_result_ids: 'taskResult',
  webhook_id: 'webhook',
  delivery_id: 'webhookDelivery',
  run_ids: 'run',
};

/**
 * Fields that end like ids and name nothing of a team: catalogue numbers, marks of the caller, and what is not there
 * yet.
 */
const NO_IDS: ReadonlySet<string> = new Set([
  'component_id',
  'icon_id',
  'shortcut_id',
  'permission_id',
  'default_workflow_id',
  'integration_id',
  'workflow_id',
  'op',
  'id_token',
  'attributes.id',
  'except',
  'chunk_id',
  'instance_id',
  'preparation_id',
  'node_id',
  'client_id',
  'scim_user_id',
  'scim_group_id',
  'error_id',
  'usage_export_id',
]);

/** The generator of a field; undefined when it is no id. `unknown` when it looks like one that nobody makes. */
export function idKindOf(operation: string, field: string): IdKind | 'unknown' | undefined {
  const special = `${operation}:${field}`;
  if (special in OPERATION_IDS) return OPERATION_IDS[special];
  const kind = ID_FIELDS[field];
  if (kind !== undefined) return kind;
  if (NO_IDS.has(field)) return undefined;
  return /(^|_)ids?$|[a-z]Ids?$/.test(field) ? 'unknown' : undefined;
}
