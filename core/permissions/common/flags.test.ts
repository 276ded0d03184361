import { describe, expect, it } from 'vitest';
import { flagsOf } from './flags.ts';
import type { Flags } from './flags.ts';
import type { Access, Grants } from './grants.ts';

const access = (actions: string[], groups: string[] = []): Access => ({ actions, action_groups: groups });
const raised = (grants: Grants): string[] =>
  Object.entries(flagsOf(grants))
    .filter(([, on]) => on)
    .map(([name]) => name);

const projectFlags: [string, keyof Flags][] = [
  ['RequestItem', 'request'],
  ['RequestItemByCategory', 'requestByCategory'],
  ['ListItemAssignment', 'showAssignees'],
  ['CreateClass', 'createClass'],
  ['FullAccessClass', 'createClass'],
  ['ListFolders', 'listFolders'],
  ['IsPausedUser', 'isPaused'],
  ['ViewNotStartedItemsCount', 'seeNotStartedItemsCount'],
  ['ViewInProgressItemsCount', 'seeInProgressItemsCount'],
  ['TrackTime', 'hasTimeTracker'],
];
const folderFlags: [string, keyof Flags][] = [
  ['ApplyItemAnnotationRevert', 'revert'],
  ['ApplyItemAnnotationInstanceApprovalStatus', 'approveDisapproveObject'],
  ['ApplyItemApprovalStatus', 'approveDisapproveAsset'],
  ['ApplyItemPin', 'pin'],
  ['ResolveItemAnnotationComment', 'resolveComment'],
  ['DeleteItemAnnotationComment', 'deleteComment'],
  ['ApplyItemTransition', 'applyTransition'],
  ['ApplyItemStatus', 'applyStatus'],
];

describe('flags', () => {
  it('are all down without rights', () => {
    expect(raised({})).toEqual([]);
    expect(raised({ team: access(['RequestItem', 'ApplyItemStatus']) })).toEqual([]);
  });

  it('cover every flag of the specification', () => {
    expect(Object.keys(flagsOf({})).toSorted()).toEqual(
      [...new Set([...projectFlags, ...folderFlags].map(([, flag]) => flag))].toSorted(),
    );
  });

  it.each(projectFlags)('project action %s raises %s and nothing else, only in the project', (action, flag) => {
    expect(raised({ project: access([action]) })).toEqual([flag]);
    expect(raised({ folder: access([action]) })).toEqual([]);
  });

  it.each(folderFlags)('folder action %s raises %s and nothing else, only in the folder', (action, flag) => {
    expect(raised({ folder: access([action]) })).toEqual([flag]);
    expect(raised({ project: access([action]) })).toEqual([]);
  });

  it('are raised by a group that contains the action', () => {
    expect(raised({ project: access([], ['FullAccessClass']) })).toEqual(['createClass']);
    expect(raised({ folder: access([], ['FullAccessItem']) }).toSorted()).toEqual(
      folderFlags.map(([, flag]) => flag).toSorted(),
    );
    expect(raised({ folder: access([], ['Review']) }).toSorted()).toEqual([
      'applyTransition',
      'approveDisapproveAsset',
      'approveDisapproveObject',
      'resolveComment',
    ]);
    expect(raised({ project: access([], ['FullAccessProject']) })).not.toContain('request');
    expect(raised({ project: access([], ['NoSuchGroup']) })).toEqual([]);
  });

  it('mark a member as paused whatever the rights say', () => {
    expect(raised({ paused: true })).toEqual(['isPaused']);
    expect(raised({ project: access(['RequestItem']), paused: true })).toEqual(['request', 'isPaused']);
  });

  it('have no time tracker without telemetry', () => {
    expect(raised({ project: access(['TrackTime']), features: { telemetry_logging: false } })).toEqual([]);
    expect(raised({ project: access(['TrackTime']), features: { telemetry_logging: true } })).toEqual([
      'hasTimeTracker',
    ]);
  });
});
