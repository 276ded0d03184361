import { calls } from './spec-call.ts';

export const explore = [
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
  GET    /api/v1/similarity/status
  POST   /api/v1/similarity/sync
  POST   /api/v1/similarity/items/search
  POST   /api/v1/similarity/instances/search
`,
  ),
  ...calls(
    'explore',
    `
  POST   /api/v1/subsets/share
  GET    /api/v1/subsets/share
  DELETE /api/v1/subsets/share/revoke
`,
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

export const workManagement = calls(
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

export const others = [
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
  GET    /zimmer/api/v1/secret
  GET    /zimmer/api/v1/custom_task
  POST   /zimmer/api/v1/trigger
  GET    /zimmer/api/v1/dashboard
  GET    /zimmer/api/v1/history
  GET    /zimmer/api/v1/charts
  GET    /zimmer/api/v1/custom_event
  GET    /zimmer/api/v1/webhook_token
  GET    /zimmer/api/v1/test_case
`,
  ),
  ...calls(
    'ml',
    `
  POST   /polygon-prediction
  POST   /ocr
  POST   /tokenize
  POST   /tracking
`,
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
  ),
  ...calls(
    'main',
    `
  GET    /super-admin/users
  GET    /super-admin/license
  GET    /super-admin/organizations
  POST   /super-admin/invite
  GET    /super-admin/saml-idp
  POST   /super-admin/usage/export
`,
  ),
];
