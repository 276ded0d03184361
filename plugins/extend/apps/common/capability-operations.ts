import type { Capability } from '#sdk/app/app-manifest.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';

/** An operation as `plugin.name`; with `field` and `values` only calls whose body has one of the values there. */
export type AllowedOperation =
  | string
  | { readonly operation: string; readonly field: string; readonly values: readonly string[] };

const readAnnotations = [
  'annotations.getAnnotation',
  'annotations.getMask',
  'annotations.openItem',
  'annotations.listVersions',
  'annotations.getVersion',
  'annotation-api.classify',
  'annotation-api.downloadMany',
  'annotation-api.downloadOne',
  'annotation-api.downloadLarge',
  'annotation-api.downloadMask',
  'annotation-api.downloadAddresses',
  'annotation-api.schema',
  'annotation-api.schemaOlder',
  'editor-classification.listTags',
  'editor-text.getDictionary',
  'editor-text.tokenize',
];
const changeItems = ['items.getItemChange', 'items.listItemChanges', 'core.getJob'];

/** Operations that each capability lets an app call. What none of them lists, no app may call. */
export const CAPABILITY_OPERATIONS: Readonly<Record<Capability, readonly AllowedOperation[]>> = {
  'projects.read': [
    'projects.listProjects',
    'projects.getProject',
    'projects.getSettings',
    'projects.searchProjects',
    'projects.listWorkProjects',
    'projects.getWorkProject',
    'projects.getInstructions',
    'projects.getInstructionFile',
    'classes.list',
    'classes.get',
    'classes.download',
    'categories.listCategories',
    'steps.getSteps',
    'steps.listSteps',
    'form.getForm',
    'item-fields.getFields',
    'workflow.listWorkflows',
    'workflow.getWorkflow',
    'workflow.workflowStatuses',
    'workflow.workflowRoles',
    'workflow.workflowTransitions',
    'workflow.getProjectWorkflow',
    'workflow.listStatuses',
    'workflow.listRoles',
    'workflow.getRole',
    'items.listFolders',
    'items.folderByName',
    'items.folderById',
    'items.searchFolders',
    'items.countItems',
    'items.countImages',
    'items.limitationDetails',
    'items.listImagesFolders',
  ],
  'people.read': [
    'teams.listMembers',
    'teams.searchTeamUsers',
    'teams.listTeamUsers',
    'teams.countTeamUsers',
    'projects.listContributors',
    'projects.searchProjectUsers',
    'projects.listProjectUsers',
  ],
  'items.read': [
    'items.listItems',
    'items.listItemIds',
    'items.getProjectItem',
    'items.searchItems',
    'items.paginateItems',
    'items.getItem',
    'items.listItemsByQuery',
    'items.getImage',
    'items.aggregateAccesses',
    'item-details.getItemHistory',
    'item-fields.getFields',
    'item-fields.getValues',
  ],
  'items.write': [
    'items.createExternal',
    'items.uploadItem',
    'items.checkUpload',
    'items.createUpload',
    'items.readUpload',
    'items.continueUpload',
    'items.cancelUpload',
    'items.finishUpload',
    'item-fields.setValues',
    'item-fields.emptyValues',
    'core.getJob',
  ],
  'items.status': [
    { operation: 'items.changeItems', field: 'change.kind', values: ['status'] },
    'items.setStatusByName',
    ...changeItems,
  ],
  'files.read': ['items.getAsset', 'annotations.openItem', 'editor-form.listFormFiles', 'editor-form.signFormMedia'],
  'annotations.read': readAnnotations,
  'annotations.write': [
    'annotations.saveAnnotation',
    'annotations.saveMask',
    'annotations.restoreVersion',
    'annotation-api.uploadOne',
    'annotation-api.uploadMany',
    'annotation-api.uploadMask',
    'editor-classification.changeTags',
    'editor-classification.stepBackTags',
    'editor-form.putFormFile',
  ],
  // Comments are in the document of the annotations.
  'comments.read': ['annotations.getAnnotation', 'annotations.openItem'],
  // The gate of apps sees to it that nothing but comments differs.
  'comments.write': ['annotations.saveAnnotation'],
  'explore.read': [
    'explore.parse',
    'explore.search',
    'explore.count',
    'explore.findIds',
    'explore.itemsByIds',
    'explore.fields',
    'explore.suggest',
    'explore.searchInstances',
    'explore.countInstances',
    'explore.workflowRoles',
    'explore.workflowStatuses',
    'explore.listSubsets',
    'explore.listQueries',
  ],
  'language_models.run': ['language-models.projectModels', 'language-models.runModel'],
  'automations.start': ['automations.listStarts', 'automations.startPipeline', 'automations.getStart'],
  storage: ['apps.getAppData', 'apps.putAppData', 'apps.getItemData', 'apps.putItemData'],
  downloads: [],
  clipboard: [],
  links: [],
  commands: [],
};

/** Calls that every app may make of itself; what they may do is checked where they are made. */
export const OWN_OPERATIONS: readonly string[] = ['apps.appScript', 'apps.tellOfApp', 'apps.appFetch'];

const names = Object.keys(CAPABILITIES) as Capability[];
const operationOf = (allowed: AllowedOperation): string => (typeof allowed === 'string' ? allowed : allowed.operation);

/** The value at a path of names, such as `change.kind`. */
function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      body,
    );
}

/** The capabilities that let an app make this call, of which one is enough; none for a call that no app may make. */
export function capabilitiesFor(operation: string, body?: unknown): readonly Capability[] {
  return names.filter(name =>
    CAPABILITY_OPERATIONS[name].some(
      each =>
        operationOf(each) === operation &&
        (typeof each === 'string' || each.values.includes(String(valueAt(body, each.field)))),
    ),
  );
}

/** Every operation that some app may call, once each. */
export const allowedOperations: readonly string[] = [
  ...new Set([...OWN_OPERATIONS, ...names.flatMap(name => CAPABILITY_OPERATIONS[name].map(operationOf))]),
];
