import { featureOn } from './features.ts';
import { holds } from './grants.ts';
import type { Grants } from './grants.ts';

/** The permission flags of the workbench. */
export interface Flags {
  readonly revert: boolean;
  readonly request: boolean;
  readonly requestByCategory: boolean;
  readonly approveDisapproveObject: boolean;
  readonly approveDisapproveAsset: boolean;
  readonly showAssignees: boolean;
  readonly pin: boolean;
  readonly seeNotStartedItemsCount: boolean;
  readonly seeInProgressItemsCount: boolean;
  readonly createClass: boolean;
  readonly resolveComment: boolean;
  readonly deleteComment: boolean;
  readonly listFolders: boolean;
  readonly applyTransition: boolean;
  readonly applyStatus: boolean;
  readonly isPaused: boolean;
  readonly hasTimeTracker: boolean;
}

/**
 * Turns project and folder rights into flags. A paused member has `isPaused` whatever
 * the rights say; without the organization's telemetry there is no time tracker.
 */
export function flagsOf({ project, folder, paused, features }: Grants): Flags {
  return {
    request: holds(project, 'RequestItem'),
    requestByCategory: holds(project, 'RequestItemByCategory'),
    showAssignees: holds(project, 'ListItemAssignment'),
    createClass: holds(project, 'CreateClass', 'FullAccessClass'),
    listFolders: holds(project, 'ListFolders'),
    isPaused: holds(project, 'IsPausedUser') || paused === true,
    seeNotStartedItemsCount: holds(project, 'ViewNotStartedItemsCount'),
    seeInProgressItemsCount: holds(project, 'ViewInProgressItemsCount'),
    hasTimeTracker: holds(project, 'TrackTime') && featureOn(features, 'telemetry_logging'),
    revert: holds(folder, 'ApplyItemAnnotationRevert'),
    approveDisapproveObject: holds(folder, 'ApplyItemAnnotationInstanceApprovalStatus'),
    approveDisapproveAsset: holds(folder, 'ApplyItemApprovalStatus'),
    pin: holds(folder, 'ApplyItemPin'),
    resolveComment: holds(folder, 'ResolveItemAnnotationComment'),
    deleteComment: holds(folder, 'DeleteItemAnnotationComment'),
    applyTransition: holds(folder, 'ApplyItemTransition'),
    applyStatus: holds(folder, 'ApplyItemStatus'),
  };
}
