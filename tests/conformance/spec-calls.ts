import type { SpecCall } from './spec-call.ts';
import { calls } from './spec-call.ts';
import { explore, workManagement, others } from './spec-service-calls.ts';

/**
 * Main API: teams and account. The rules for the configuration of integrations (config validation rules) are beside the
 * integrations.
 */
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
  POST   /project/:/sendToProvider
`,
);

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

/** Section 7 of the specification, call by call, with the paths of the wire contract where it gives them. */
export const specCalls: readonly SpecCall[] = [
  ...teams,
  ...projects,
  ...items,
  ...annotations,
  ...explore,
  ...workManagement,
  ...others,
];
