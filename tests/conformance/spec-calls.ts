import type { Service } from '#core/api/common/index.ts';

/** One call of the specification's section 7: the operation that serves it, or the later work that will. */
export interface SpecCall {
  readonly service: Service;
  readonly method: string;
  /** Parameters as `:`. */
  readonly path: string;
  /** Absent: it is served now. */
  readonly later?: string;
}

const calls = (service: Service, text: string, later?: string): readonly SpecCall[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [method = '', path = ''] = line.trim().split(/\s+/);
      return { service, method, path, ...(later === undefined ? {} : { later }) };
    });

/** Main API: teams and account. The rules for the configuration of integrations (config validation rules) stand beside the integrations. */
const teams = calls(
  'main',
  `
  GET    /teams
  GET    /api/v1/teams
  GET    /team/:
  GET    /api/v1/team/:
  POST   /team
  PUT    /team/:
  DELETE /team/:
  POST   /api/v1/team/:/inviteUsers
  POST   /team/:/inviteUsers
  PUT    /team/:/invite
  DELETE /team/:/invite
  PUT    /team/:/member
  DELETE /team/:/member
  DELETE /team/:/members/bulk
  POST   /team/approveInvitation
  POST   /team/:/makeDefault
  GET    /activeTeam
  GET    /provider
  GET    /get-sdk-token
  POST   /generate-sdk-token
  POST   /revoke-sdk-token
  GET    /project/:/custom-editor-template
  POST   /project/:/custom-editor-template
  GET    /team/:/custom-editor-template
  POST   /team/:/custom-editor-template
  POST   /api/v1/workflows/submit
  GET    /api/v1/teams/:/groups
  POST   /api/v1/teams/:/groups
  GET    /api/v1/teams/:/groups/:
  PUT    /api/v1/teams/:/groups/:
  DELETE /api/v1/teams/:/groups/:
  POST   /api/v1/teams/:/groups/:/members/bulk
  DELETE /api/v1/teams/:/groups/:/members/bulk
  POST   /api/v1/teams/:/groups/:/scopes/bulk
  DELETE /api/v1/teams/:/groups/:/scopes/bulk
  GET    /users
  GET    /user/:
  PUT    /user/:
  POST   /avatar-tokens
  POST   /checkUsernameAndEmail
  POST   /requestDelete
  POST   /userSignOut
  POST   /action/accessCheck
  POST   /user/action
  POST   /proRequest
  POST   /generate-token
  GET    /integrations
  POST   /integrations
  GET    /integrations/:
  PUT    /integrations/:
  DELETE /integrations/:
  POST   /integrations/:/check
  GET    /integrations/rules
  POST   /resources
  POST   /access
  POST   /access/bulk
`,
);

/** Main API: classes and projects. */
const projects = calls(
  'main',
  `
  GET    /classes
  POST   /classes
  PUT    /classes
  PUT    /classes/reverse
  GET    /class/:
  PUT    /class/:
  DELETE /class/:
  POST   /attribute-group
  PUT    /attribute-group/:
  DELETE /attribute-group/:
  POST   /attribute
  PUT    /attribute/:
  DELETE /attribute/:
  GET    /class/nameExists
  GET    /api/v1/projects
  GET    /api/v1/project/:
  GET    /project/:
  POST   /project
  PUT    /project/:
  DELETE /project/:
  GET    /project/:/settings
  PUT    /project/:/settings
  POST   /export
  GET    /exports
  GET    /export/:
  DELETE /export/:
  GET    /project/:/sdkImageUploadToken
  GET    /project/:/workflow
  POST   /project/:/workflow
  POST   /project/:/workflow_attribute
  POST   /api/v1/project/:/uploadSteps
  GET    /api/v1/project/:/downloadSteps
  GET    /api/v1/project/:/steps
  POST   /api/v1/project/:/steps
  POST   /api/v1/project/:/step-attributes
  POST   /project/:/share
  DELETE /project/:/share
  POST   /api/v1/project/:/share/bulk
  POST   /project/:/share/bulk
  DELETE /project/:/share/bulk
  GET    /project/:/limitationDetails
  GET    /api/v1/projects/nameExists
  GET    /projects/nameExists
  GET    /project/:/imageCounts
  GET    /templates
`,
);

/** There is no marketplace of annotators in a product that runs on one's own server: nobody to send a project to. */
const marketplace = calls('main', 'POST /project/:/sendToProvider', 'a marketplace of annotators');

/** Items: main API and items service. */
const items = [
  ...calls(
    'main',
    `
  GET    /images-folders
  GET    /folders
  GET    /folder/getFolderByName
  GET    /folder/getFolderById
  POST   /folder
  PUT    /folder/:
  POST   /folder/editAssignment
  GET    /image/:
  PUT    /image/:
  DELETE /image/:
  POST   /image/ext-create
  POST   /image/move
  POST   /images/copy-image-or-folders
  POST   /images/copy-move-images-folders
  GET    /images/copy-image-progress
  PUT    /image/delete/images
  PUT    /image/updateAnnotationStatusBulk
  PUT    /images/editAssignment
  POST   /items/bulk/change
  POST   /items/bulk/setcategory
  POST   /images/updateEntropy
  POST   /annotations/remove
  GET    /annotations/getRemoveStatus
  GET    /image/:/annotation/getAnnotationDownloadToken
  GET    /image/:/annotation/getAnnotationUploadToken
  POST   /image/integration/create
`,
  ),
  ...calls(
    'items',
    `
  GET    /api/v1/items
  GET    /api/v1/items/:
  POST   /api/v1/items/search
  POST   /api/v1/items/paginate
  POST   /api/v1/items/aggregateAccesses
`,
  ),
];

const annotations = calls(
  'assets',
  `
  POST   /api/v4/items/annotations/download/method
  POST   /api/v4/items/annotations/download
  GET    /api/v4/items/:/annotations/download
  PUT    /api/v4/items/:/annotations/upload
  POST   /api/v4/items/annotations/upload
  GET    /api/v4/items/annotations/schema
  POST   /api/v4/items/:/annotations/sync
  GET    /api/v4/items/:/annotations/sync/status
  POST   /api/v3.01/items/:/annotations/download
  POST   /api/v3.01/items/:/annotations/upload/multipart/start
  POST   /api/v4/items/:/annotations/upload/multipart/part
  POST   /api/v4/items/:/annotations/upload/multipart/finish
`,
);

const explore = [
  ...calls(
    'explore',
    `
  POST   /api/v1/items/parse/query
  POST   /api/v1/items/search
  POST   /api/v1/items/count
  POST   /api/v1/items/ids
  POST   /api/v1/items/by/ids
  GET    /api/v1/items/metadata
  POST   /api/v1/items/update
  POST   /api/v1/instances/search
  POST   /api/v1/instances/count
  POST   /api/v1/instances/update
  GET    /api/v1/permissions
  POST   /api/v1/hash
  GET    /api/v1/hash/:
  GET    /api/v1/queries
  POST   /api/v1/queries
  PUT    /api/v1/queries/:
  DELETE /api/v1/queries/:
  GET    /api/v1/workflow/roles
  GET    /api/v1/workflow/statuses
  POST   /api/v1/project/sync
  GET    /api/v1/bookmark
  POST   /api/v1/bookmark
  PUT    /api/v1/bookmark/:
  DELETE /api/v1/bookmark/:
  GET    /api/v1/subsets
  POST   /api/v1/subsets
  PUT    /api/v1/subsets/:
  DELETE /api/v1/subsets/:
  POST   /api/v1/subsets/change
  POST   /api/v1/custom/metadata/schema
  GET    /api/v1/custom/metadata/schema
  DELETE /api/v1/custom/metadata/schema
  POST   /api/v1/custom/metadata/item
  DELETE /api/v1/custom/metadata/item
  POST   /api/v1/custom/metadata/item/value
`,
  ),
  ...calls(
    'explore',
    `
  GET    /api/v1/similarity/status
  POST   /api/v1/similarity/sync
  POST   /api/v1/similarity/items/search
  POST   /api/v1/similarity/instances/search
`,
    'embeddings',
  ),
  ...calls(
    'explore',
    `
  POST   /api/v1/subsets/share
  GET    /api/v1/subsets/share
  DELETE /api/v1/subsets/share/revoke
`,
    'public mode',
  ),
  ...calls(
    'explore',
    `
  POST   /api/v1/analytics/generate
  GET    /api/v1/analytics/status
  GET    /api/v1/analytics/cards
  GET    /api/v1/analytics/distribution
`,
  ),
  ...calls(
    'explore',
    `
  GET    /api/v1/insights/status
  POST   /api/v1/insights/generate
`,
  ),
];

const workManagement = calls(
  'work-management',
  `
  GET    /api/v1/categories
  POST   /api/v1/categories/bulk
  DELETE /api/v1/categories/bulk
  PATCH  /api/v1/categories/:
  GET    /api/v1/statuses
  POST   /api/v1/statuses
  GET    /api/v1/shortcuts
  GET    /api/v1/icons
  GET    /api/v1/permissiongroups
  GET    /api/v1/roles
  POST   /api/v1/roles
  GET    /api/v1/roles/:
  GET    /api/v1/workflows
  GET    /api/v1/workflows/:
  DELETE /api/v1/workflows/:
  GET    /api/v1/workflows/:/workflowroles
  GET    /api/v1/workflows/:/workflowstatuses
  GET    /api/v1/workflows/:/workflowtransitions
  GET    /api/v1/projects
  GET    /api/v1/projects/:
  POST   /api/v1/projects/search
  GET    /api/v1/projectusers
  POST   /api/v1/projectusers/search
  POST   /api/v1/teams/editprojectsusers
  POST   /api/v1/projects/edit
  POST   /api/v1/projects/editpinstate
  GET    /api/v1/customfieldtemplates
  POST   /api/v1/customfieldtemplates
  PATCH  /api/v1/customfieldtemplates/:
  DELETE /api/v1/customfieldtemplates/:
  GET    /api/v1/customentities
  GET    /api/v1/customentities/:
  POST   /api/v1/customentities
  PATCH  /api/v1/customentities/:
  POST   /api/v1/customentities/search
  POST   /api/v1/customentities/edit
  POST   /api/v1/customentities/editable
  GET    /api/v1/workschedules
  POST   /api/v1/workschedules
  PATCH  /api/v1/workschedules/:
  POST   /api/v1/workschedules/addtimeoff
  POST   /api/v1/workschedules/removetimeoffs
  GET    /api/v1/teamusers
  POST   /api/v1/teamusers/search
  POST   /api/v1/teamusers/getcount
  GET    /api/v1/scores
  GET    /api/v1/scores/:
  POST   /api/v1/scores
  PATCH  /api/v1/scores/:
  DELETE /api/v1/scores/:
  POST   /api/v1/scores/getProjectScores
  POST   /api/v1/scores/apply
  POST   /api/v1/folders/search
  PATCH  /api/v1/classes/:
`,
);

const others = [
  ...calls(
    'main',
    `
  POST   /custom-view
  GET    /custom-view
`,
  ),
  ...calls(
    'scoring',
    `
  GET    /api/v1/scores
  POST   /api/v1/scores
`,
  ),
  ...calls(
    'storage',
    `
  GET    /files
  GET    /file
`,
  ),
  ...calls(
    'automations',
    `
  GET    /zimmer/api/v1/workflow
  GET    /zimmer/api/v1/task_result
  POST   /zimmer/api/v1/trigger
  GET    /zimmer/api/v1/dashboard
  GET    /zimmer/api/v1/history
  GET    /zimmer/api/v1/charts
`,
  ),
  ...calls(
    'automations',
    `
  GET    /zimmer/api/v1/secret
  GET    /zimmer/api/v1/custom_event
  GET    /zimmer/api/v1/custom_task
  GET    /zimmer/api/v1/test_case
  GET    /zimmer/api/v1/webhook_token
`,
    'custom code of automations',
  ),
  ...calls(
    'ml',
    `
  POST   /polygon-prediction
  POST   /ocr
`,
  ),
  ...calls(
    'ml',
    `
  POST   /tokenize
  POST   /tracking
`,
    'machine learning of text and video',
  ),
  ...calls(
    'main',
    `
  POST   /team/:/customapps/search
  POST   /team/:/customapps
  GET    /team/:/customapps/:
  PUT    /team/:/customapps/:
  DELETE /team/:/customapps/:
  GET    /team/:/customapps/:/data
  PUT    /team/:/customapps/:/data
`,
  ),
  ...calls(
    'main',
    `
  GET    /reporting/project/:/overview
  GET    /reporting/project/:/image-overview
  GET    /reporting/project/:/data-cards
  GET    /reporting/project/:/user-list-overview
  GET    /reporting/project/:/users-table
  GET    /reporting/project/:/class-overview
  GET    /reporting/project/:/attribute-overview
  POST   /project/:/analytics/startCalculation
  GET    /project/:/analytics/status
`,
  ),
  ...calls(
    'main',
    `
  GET    /subscription/plans
  POST   /subscription
  PUT    /subscription
  POST   /subscription/cancel
  GET    /customer
  POST   /attachCard
  POST   /detachCard
  GET    /invoice
  POST   /invoice/calculate
  GET    /plan/details
  GET    /billing-report
`,
    'billing',
  ),
  ...calls(
    'main',
    `
  GET    /super-admin/users
  GET    /super-admin/license
  POST   /super-admin/invite
  GET    /super-admin/organizations
  GET    /super-admin/saml-idp
  POST   /super-admin/usage/export
`,
    'super-admin',
  ),
];

/** Section 7 of the specification, call by call, with the paths of the wire contract where it gives them. */
export const specCalls: readonly SpecCall[] = [
  ...teams,
  ...projects,
  ...marketplace,
  ...items,
  ...annotations,
  ...explore,
  ...workManagement,
  ...others,
];
