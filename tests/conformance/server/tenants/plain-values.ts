import { randomUUID } from 'node:crypto';
import { annotationForm } from '../../../support/annotated-items.ts';

/** A value that is no reference, made anew for each call. */
interface Plain {
  readonly value: unknown;
}

let counter = 0;
const fresh = (word: string): string => `${word} ${(counter += 1)}`;

/** Values by field, where any value of the right type would be refused. */
const BY_FIELD: Readonly<Record<string, () => unknown>> = {
  name: () => fresh('Sample'),
  names: () => [fresh('sample')],
  limit: () => 10,
  role: () => 4,
  team_role: () => 4,
  user_role: () => 1,
  password: () => 'a longer phrase',
  new_password: () => 'another longer phrase',
  color: () => '#00AA44',
  op: () => randomUUID().replaceAll('-', ''),
  base: () => 0,
  status: () => 2,
  approval: () => 1,
  approval_status: () => 2,
  annotation_status: () => 2,
  change_actions: () => ({ APPROVAL_STATUS: 2 }),
  settings: () => [],
  plugin: () => 'workflow',
  data: () => ({ metadata: { name: 'sample' }, instances: [], tags: [], comments: [] }),
};

/** Values of one operation's field: `plugin.operation:field`; `(body)` for the whole body, `(form)` for the bytes of a form with their headers. */
const BY_OPERATION: Readonly<Record<string, () => unknown>> = {
  'form.saveFormDraft:revision': () => 0, 'form.publishForm:revision': () => 0, 'form.publishForm:base': () => 1,
  'projects.createProject:status': () => 1,
  'projects.listProjects:status': () => 1,
  'projects.putInstructions:document': () => ({ type: 'doc', content: [] }), 'projects.putInstructions:version': () => 0,
  'projects.updateProject:status': () => 2,
  'projects.updateContributor:role': () => 2,
  'projects.createProject:type': () => 1,
  'items.changeItems:change': () => ({ kind: 'pin', value: true }),
  'items.listFolders:status': () => undefined,
  'items.uploadItem:name': () => `${fresh('sample')}.png`,
  'items.createUpload:unpack': () => undefined,
  'items.createUpload:name': () => `${fresh('sample')}.png`,
  'items.createUpload:(form)': () => ({ body: Buffer.alloc(5), headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'content-type': 'application/offset+octet-stream' } }),
  'items.continueUpload:(form)': () => ({ body: Buffer.alloc(5), headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } }),
  'items.readUpload:(form)': () => ({ headers: { 'tus-resumable': '1.0.0' } }),
  'items.cancelUpload:(form)': () => ({ headers: { 'tus-resumable': '1.0.0' } }),
  'items.listItems:name': () => undefined,
  'items.listItems:status': () => undefined,
  'items.listItems:approval': () => undefined,
  'items.listItemIds:name': () => undefined,
  'items.listItemIds:status': () => undefined,
  'items.listItemIds:approval': () => undefined,
  'items.listFolders:name': () => undefined,
  'items.folderByName:name': () => 'root',
  'projects.listProjects:name': () => undefined,
  'items.updateFolder:name': () => undefined,
  // The first save of an item stands as revision 1.
  'editor.saveAnnotation:base': () => 1,
  'editor.restoreVersion:base': () => 1,
  'annotations.uploadOne:overwrite': () => true,
  'annotations.uploadMany:(form)': () => annotationForm([]),
  'transfer.uploadImport:name': () => 'sample.json',
  'classes.create:classes': () => [{ name: fresh('Sample'), color: '#00AA44', type: 1, attribute_groups: [] }],
  'classes.update:(body)': () => ({ name: fresh('Sample'), color: '#00AA44', type: 1 }),
  'classes.importFile:(body)': () => [{ name: fresh('Sample'), color: '#00AA44', type: 'object', attribute_groups: [] }],
  'classes.list:name': () => undefined,
  'classes.patchClass:(body)': () => ({ name: fresh('Sample'), color: '#00AA44', type: 'object' }),
  'classes.createGroup:group_type': () => 'text',
  'classes.updateGroup:(body)': () => ({ isRequired: true }),
  'scores.createScore:payload': () => ({ numberOfStars: 5 }),
  'scores.createScore:type': () => 'rating',
  'scores.updateScore:payload': () => ({ numberOfStars: 5 }),
  'scores.listScores:filter': () => undefined,
  'scores.applyScores:data': () => undefined,
  'scores.putValues:data': () => undefined,
  'steps.addStepAttributes:data': () => undefined,
  'steps.putStepAttributes:data': () => undefined,
  'agreement.putAgreementRule:people': () => 2,
  'steps.uploadKeyPoints:connections': () => [],
  'workflow.createStatus:name': () => `Sample_${(counter += 1)}`,
  'workflow.createRole:name': () => `Sample_${(counter += 1)}`,
  'workflow.updateRole:name': () => undefined,
  'workflow.updateStatus:name': () => undefined,
  'workflow.previewWorkflow:raw_config': () => ({ roles: [], statuses: ['NotStarted'], start_status: 'NotStarted' }),
  'workflow.updateWorkflow:(body)': () => ({ description: fresh('words') }),
  'projects.pauseProjectUsers:query': () => ({ search: { 'projects.id': { $in: [2_000_000_011] } } }),
  'workflow.submitWorkflow:raw_config': () => ({ roles: [], statuses: ['NotStarted'], start_status: 'NotStarted' }),
  'custom-fields.createTemplate:component_id': () => 1,
  'custom-fields.editEntities:query': () => ({ limit: 10 }),
  'custom-fields.editEntities:body': () => ({ customField: { custom_field_values: {} } }),
  'custom-fields.patchEntity:customField': () => ({ custom_field_values: {} }),
  'custom-fields.replaceEntity:customField': () => ({ custom_field_values: {} }),
  'custom-fields.searchEntities:query': () => ({ limit: 10 }),
  'projects.searchProjects:query': () => ({ limit: 10 }),
  'projects.editProjects:query': () => ({ limit: 10 }),
  'projects.searchProjectUsers:query': () => ({ limit: 10 }),
  'teams.searchTeamUsers:query': () => ({ limit: 10 }),
  'teams.countTeamUsers:query': () => ({ limit: 10 }),
  'work-schedule.createSchedule:timezone': () => 'UTC',
  'work-schedule.createSchedule:days': () => [],
  'work-schedule.createSchedule:validFrom': () => '2026-01-01',
  'work-schedule.addTimeOff:from': () => '2026-01-02',
  'work-schedule.addTimeOff:to': () => '2026-01-03',
  'work-schedule.addTimeOff:type': () => 'sick',
  'items.searchItems:query': () => ({ limit: 10 }),
  'items.paginateItems:query': () => ({ limit: 10 }),
  'categories.removeCategories:filter': () => 'id||$gt||2000000000',
  'integrations.createIntegration:(body)': () => ({ name: fresh('Sample'), type: 4 }),
  'integrations.updateIntegration:(body)': () => ({ name: fresh('Sample') }),
  'integrations.files:path': () => undefined, 'integrations.browseIntegration:path': () => undefined, 'integrations.previewAttachment:path': () => undefined,
  'integrations.file:file_name': () => 'seeded.ts',
  ...Object.fromEntries(['parse', 'search', 'count', 'findIds', 'updateItems', 'searchInstances', 'countInstances', 'changeSubset'].map(each => [`explore.${each}:query`, () => undefined])),
  'explore.updateInstances:approval': () => 'approved',
  'explore.suggest:query': () => 'metadata(', 'explore.suggest:caret': () => 9,
  'explore.updateItems:change': () => ({ is_pinned: true }),
  'explore.renameSubset:name': () => fresh('Sample'), 'explore.createQuery:text': () => 'pinned = true',
  'custom-metadata.createFields:data': () => ({ [fresh('field')]: { type: 'number' } }),
  'custom-metadata.setValues:data': () => ({}), 'custom-metadata.emptyValues:data': () => ({}),
  'teams.putTeamSettings:default_workflow_id': () => 1,
  'teams.listResources:type': () => 'project',
  'teams.listResources:offset': () => 0,
  'groups.listGroups:name': () => undefined,
  ...Object.fromEntries(['addGroupMembers', 'removeGroupMembers', 'addGroupScopes', 'removeGroupScopes'].map(each => [`groups.${each}:data`, () => undefined])),
  'groups.addGroupScopes:scope': () => 'all',
  'groups.addGroupScopes:role': () => 1,
  'profile.updateUser:username': () => `sample-${(counter += 1)}`,
  'profile.checkUsernameAndEmail:username': () => fresh('sample'),
  'templates.createTemplate:data': () => ({ points: [{ x: 1, y: 2 }, { x: 3, y: 4 }], connections: [[0, 1]], labels: [] }),
  'templates.updateTemplate:data': () => ({ points: [{ x: 1, y: 2 }] }),
  'templates.createTemplate:type': () => 1, 'templates.updateTemplate:type': () => 1,
  'items.searchFolders:query': () => ({ limit: 10 }),
  'items.listItemsByQuery:filter': () => undefined, 'items.listItemsByQuery:or': () => undefined, 'items.listItemsByQuery:join': () => undefined, 'items.listItemsByQuery:sort': () => undefined, 'items.listItemsByQuery:fields': () => undefined,
  'keyboard.saveKeys:keys': () => ({ 'editor.save': ['Ctrl+Shift+S'] }),
  'time-tracker.keepBeats:beat': () => randomUUID(), 'time-tracker.keepBeats:at': () => new Date().toISOString(), 'time-tracker.ownTime:since': () => new Date(0).toISOString(),
  'teams.removeMembers:data': () => undefined,
  'teams.inviteMembers:emails': () => [`guest.${(counter += 1)}@canary.test`],
};

/** What to send in a field that is no reference; undefined when the schema alone says enough. */
export function plainValues(operation: string, field: string): Plain | undefined {
  const own = BY_OPERATION[`${operation}:${field}`];
  if (own !== undefined) {
    const value = own();
    return value === undefined ? undefined : { value };
  }
  const make = BY_FIELD[field];
  return make === undefined ? undefined : { value: make() };
}
