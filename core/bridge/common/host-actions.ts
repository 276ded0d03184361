import type { Access } from '#core/permissions/common/index.ts';

/** A status of the project's workflow as the host tells it. */
export interface HostStatus {
  readonly id: number;
  readonly name: string;
  readonly value: number;
}

/** A step the caller may make. */
export interface HostTransition {
  readonly from_status_id: number;
  readonly to_status_id: number;
}

/** A person as the host tells it. */
export interface HostUser {
  readonly email: string;
  readonly name: string;
  readonly role?: string;
}

/** What a host provides (spec 7): arguments and answer of each action. */
export interface HostActions {
  readonly workflowStatuses: { readonly args: { readonly project_id: number }; readonly data: readonly HostStatus[] };
  readonly workflowTransitions: { readonly args: { readonly project_id: number; readonly item_id: number }; readonly data: readonly HostTransition[] };
  readonly reloadCurrentProject: { readonly args: { readonly project_id: number }; readonly data: { readonly users: readonly HostUser[]; readonly accesses: Access } };
  readonly currentUser: { readonly args: Record<string, never>; readonly data: HostUser };
  readonly folderAccesses: { readonly args: { readonly project_id: number }; readonly data: Access };
  readonly getTeamUsers: { readonly args: { readonly emails: readonly string[] }; readonly data: readonly { readonly user: HostUser }[] };
}

export type HostAction = keyof HostActions;

/** Events between editor and host, by name (spec 7). */
export interface HostEvents {
  readonly request_accesses: Record<string, never>;
  readonly f_accesses: Access;
  readonly p_accesses: Access;
  readonly api_error: { readonly action: string; readonly status: number };
  readonly time_tracker_status: { readonly running: boolean };
  readonly get_time_tracker_status: Record<string, never>;
  readonly activity_time_track: { readonly type: string; readonly timestamp: number };
  readonly heartbeat: { readonly timestamp: number };
  readonly activity: { readonly type: string; readonly timestamp: number };
  readonly analytics: { readonly event: string; readonly params: Readonly<Record<string, unknown>> };
}

export type HostEvent = keyof HostEvents;

/** Calls whose refusal (403) makes the host load the project's rights again (spec 7, handling of answers). */
export const callsThatReloadRights: ReadonlySet<string> = new Set([
  'currentAsset', 'saveAnnotation', 'requestAssets', 'changeApprovalStatus', 'changeAnnotationStatus', 'getImagesSpriteWithAnnotations', 'getImagesAnnotations', 'pinImage', 'switchToAsset',
]);

/** Rights are loaded again at most once in this time (spec 9), milliseconds. */
export const RELOAD_RIGHTS_MS = 500;
