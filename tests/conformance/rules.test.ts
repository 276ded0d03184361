import { describe, expect, it } from 'vitest';
import { callSharing } from '#core/api/web/index.ts';
import { RELOAD_RIGHTS_MS } from '#core/bridge/common/index.ts';
import { TRIAL_DAYS } from '#core/tenancy/common/index.ts';
import { AUTOSAVE_CHANGES, AUTOSAVE_MS } from '../../plugins/annotate/editor/web/document/save-queue.ts';
import { projectRoleName, projectRoles, teamRoleLabels, teamRoles } from '#core/permissions/common/index.ts';
import { attributeGroupTypes, classTypeNames } from '#plugins/workspace/classes/common/index.ts';
import { components } from '#plugins/organize/custom-fields/common/index.ts';
import { integrationTypes } from '#plugins/exchange/integrations/common/index.ts';
import {
  approvalStatuses,
  itemCeilings,
  limitStates,
  plans,
  systemItemStatuses,
  uploadLimits,
} from '#plugins/workspace/items/common/index.ts';
import {
  firstUploadState,
  projectSettings,
  projectStatuses,
  projectTypeNames,
} from '#plugins/workspace/projects/common/index.ts';
import { scoreTypes } from '#plugins/manage/scores/common/index.ts';
import { exportFormats, exportStates } from '#plugins/exchange/exchange/common/index.ts';
import { statusKinds, systemStatuses, systemWorkflow } from '#plugins/organize/workflow/common/index.ts';

const codes = (rows: readonly { readonly value: number; readonly name: string }[]): object =>
  Object.fromEntries(rows.map(each => [each.name, each.value]));
import { HIGH_WATER_MARK } from '#sdk/bridge/messages.ts';
import { retryPolicy } from '#sdk/client/retry.ts';

describe('codes of the specification and the wire contract', () => {
  it.each<[string, unknown, unknown]>([
    [
      'project types',
      Object.fromEntries(Object.entries(projectTypeNames).map(([value, name]) => [name, Number(value)])),
      {
        VECTOR: 1,
        PIXEL: 2,
        PUBLIC_VIDEO: 3,
        PUBLIC_TEXT: 4,
        TILED: 5,
        CLASSIFICATION: 6,
        POINT_CLOUD: 7,
        CUSTOM_LLM: 8,
      },
    ],
    ['project and folder statuses', codes(projectStatuses), { notStarted: 1, inProgress: 2, completed: 3, onHold: 4 }],
    [
      'item statuses of the system workflow',
      codes(systemItemStatuses),
      { NotStarted: 1, InProgress: 2, QualityCheck: 3, Returned: 4, Completed: 5, Skipped: 6 },
    ],
    [
      'the same in the workflow',
      systemStatuses,
      { NotStarted: 1, InProgress: 2, QualityCheck: 3, Returned: 4, Completed: 5, Skipped: 6 },
    ],
    ['kinds of statuses', statusKinds, { ordinary: 0, start: 1, end: 2 }],
    ['approval', approvalStatuses, { none: 0, disapproved: 1, approved: 2 }],
    ['plans', plans, { pro: 1, starter: 2, enterprise: 3, free: 99 }],
    ['limit error states', limitStates, { limited: 0, exceeded: 1, partiallyExceeded: 2, leaked: 3 }],
    ['team roles', teamRoles, { contributor: 4, teamAdmin: 7, teamOwner: 12, organizationOwner: 15 }],
    [
      'labels of team roles',
      [teamRoleLabels[12], teamRoleLabels[7], teamRoleLabels[4]],
      ['Team Owner', 'Team Admin', 'Contributor'],
    ],
    ['project roles', projectRoles, { annotator: 1, qa: 2, projectAdmin: 3 }],
    ['the name of role 3', projectRoleName(3), 'ProjectAdmin'],
    [
      'the admin role of a workflow',
      systemWorkflow.roles.find(each => each.role_id === 3),
      { id: 3, role_id: 3, name: 'Admin', isAdmin: true, workflowRoleStatuses: [] },
    ],
    ['class types', classTypeNames, { 1: 'object', 2: 'tag', 3: 'relationship' }],
    ['attribute group types', attributeGroupTypes, ['radio', 'checklist', 'text', 'numeric', 'ocr']],
    [
      'custom fields',
      components,
      { text: 1, multiSelect: 2, singleSelect: 3, date: 4, numeric: 5, boolean: 6, permissions: 7 },
    ],
    ['score types', scoreTypes, ['rating', 'number', 'radio']],
    ['states of an export', exportStates, { inProgress: 1, complete: 2, canceled: 3, failed: 4 }],
    ['formats of an export', exportFormats, { json: 1, coco: 2, csv: 3, jsonl: 4 }],
    [
      'integrations',
      codes(integrationTypes),
      { aws: 1, gcp: 2, azure: 3, custom: 4, databricks: 5, snowflake: 6, s3compatible: 7, webdav: 8 },
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it.each([
    [1, 1],
    [2, 1],
    [5, 1],
    [6, 1],
    [7, 1],
    [3, 3],
    [4, 3],
    [8, 3],
  ])('a new project of type %i keeps its files in state %i', (type, state) => {
    expect(firstUploadState(type)).toBe(state);
  });
});

describe('limits', () => {
  const mega = 1_048_576;
  it.each([
    [
      'Free',
      uploadLimits[99],
      {
        images: 100,
        imageBytes: 104_857_600,
        vectorPixels: 100_000_000,
        pixelPixels: 4_000_000,
        videoBytes: 5 * 1024 * mega,
        pdfBytes: 0,
      },
    ],
    ['Starter', uploadLimits[2], { images: 2000, imageBytes: 104_857_600, pdfBytes: 0, dicomBytes: 0 }],
    ['Pro', uploadLimits[1], { images: 2000, pdfBytes: 100 * mega, dicomBytes: 100 * mega }],
    [
      'Enterprise',
      uploadLimits[3],
      {
        images: Infinity,
        imageBytes: 500 * mega,
        vectorPixels: 400_000_000,
        pixelPixels: 16_000_000,
        textBytes: 50 * mega,
        pointCloudBytes: 2048 * mega,
      },
    ],
  ])('of uploads under the plan %s', (_, limits, expected) => {
    expect(limits).toMatchObject(expected);
  });

  it('of a folder and a project hold under every plan', () => {
    expect(itemCeilings).toEqual({ folder: 50_000, project: 500_000 });
  });
});

describe('constants of the specification', () => {
  it.each([
    ['days of a trial', TRIAL_DAYS, 14],
    ['changes until a save', AUTOSAVE_CHANGES, 15],
    ['milliseconds until a save', AUTOSAVE_MS, 60_000],
    ['milliseconds between two loads of rights', RELOAD_RIGHTS_MS, 500],
    ['bytes that a reader of a stream has waiting', HIGH_WATER_MARK, 1024],
    ['milliseconds for which loads of teams are shared', callSharing.teamLoads, 1000],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected);
  });
});

describe('the retry policy', () => {
  it('tries three times more, after 300 ms times the attempt, only what a gateway refused', () => {
    expect(retryPolicy).toEqual({ retries: 3, pauseMs: 300, statuses: [502, 503, 504] });
  });
});

it('the settings of a project are those the public client writes', () => {
  const written = [
    'Brightness',
    'Fill',
    'Contrast',
    'ShowLabels',
    'ShowComments',
    'Image',
    'Lines',
    'AnnotatorFinish',
    'PointSize',
    'FontSize',
    'WorkflowEnable',
    'ClassChange',
    'ShowEntropy',
    'UploadImages',
    'DeleteImages',
    'Download',
    'RunPredictions',
    'RunSegmentations',
    'ImageQuality',
    'ImageAutoAssignCount',
    'FrameMode',
    'FrameRate',
    'JumpBackward',
    'JumpForward',
    'UploadFileType',
    'Tokenization',
    'ImageAutoAssignEnable',
    'TemplateState',
    'CategorizeItems',
    'MaxIdleDuration',
    'ItemAutoAssignOrder',
    'ImageAutoAssignByCategory',
  ];
  expect(written.filter(name => !projectSettings.some(each => each.attribute === name))).toEqual([]);
  expect(projectSettings.filter(each => each.types !== undefined).map(each => each.attribute)).toEqual(
    expect.arrayContaining(['FrameMode', 'FrameRate']),
  );
});
