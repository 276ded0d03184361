/** Rights of a person, as the server reports them. */
export interface HostAccess {
  readonly actions: readonly string[];
  readonly action_groups: readonly string[];
}

/** A status of the project's workflow as the host reports it. */
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

/** A person as the host reports them. */
export interface HostUser {
  readonly email: string;
  readonly name: string;
  readonly role?: string;
}

/** Whose session the editor works in. A frame of another site gets no cookie, so the page around it hands this over. */
export interface HostSession {
  readonly accessToken: string;
  readonly idToken: string;
  readonly email: string;
  /** When the access token ends, milliseconds since 1970; a new one is asked for before that. */
  readonly expiresAt: number;
}

/**
 * Calls that a host provides: arguments and answer of each action. What it leaves out the editor asks the server for.
 */
export interface HostActions {
  readonly workflowStatuses: { readonly args: { readonly project_id: number }; readonly data: readonly HostStatus[] };
  readonly workflowTransitions: {
    readonly args: { readonly project_id: number; readonly item_id: number };
    readonly data: readonly HostTransition[];
  };
  readonly reloadCurrentProject: {
    readonly args: { readonly project_id: number };
    readonly data: { readonly users: readonly HostUser[]; readonly accesses: HostAccess };
  };
  readonly currentUser: { readonly args: Record<string, never>; readonly data: HostUser };
  readonly folderAccesses: { readonly args: { readonly project_id: number }; readonly data: HostAccess };
  readonly getTeamUsers: {
    readonly args: { readonly emails: readonly string[] };
    readonly data: readonly { readonly user: HostUser }[];
  };
  readonly currentSession: { readonly args: Record<string, never>; readonly data: HostSession };
}
/** Name of a request that a host may provide. */
export type HostAction = keyof HostActions;

/** The item in the editor. */
export interface EditorItem {
  readonly project_id: number;
  readonly item_id: number;
  readonly name: string;
  /** Of the stored annotations. */
  readonly revision: number;
}

/** Calls that the editor provides to its host. Each that needs an open item is rejected with NOTHING_OPEN without one. */
export interface EditorActions {
  /**
   * Opens an item; what is open is saved before. The open item is opened again if the server has other annotations of
   * it. Rejected with INVALID_FIELD, NOT_SAVED, TIMEOUT, or why the item cannot be opened, such as NOT_FOUND.
   */
  readonly openItem: {
    readonly args: { readonly project_id: number; readonly item_id: number };
    readonly data: EditorItem;
  };
  readonly currentItem: { readonly args: Record<string, never>; readonly data: EditorItem };
  /** Stores what is open. Rejected with NOT_SAVED when the server did not take it; it is kept in the browser then. */
  readonly save: { readonly args: Record<string, never>; readonly data: EditorItem };
  /**
   * All annotations of the open item, with the edits that are not saved yet: JSON as a stream of UTF-8 bytes. The
   * `mask` of a pixel item is its hash; new painting is sent to the server first. Rejected with CONFLICT while a person
   * has to choose between two edits, DOCUMENT_TOO_LARGE above 200,000 objects, and STILL_SAVING when objects are being
   * prepared or saved for 20 seconds.
   */
  readonly currentAnnotations: { readonly args: Record<string, never>; readonly data: ReadableStream<Uint8Array> };
}
/** Name of a request that the editor answers. */
export type EditorAction = keyof EditorActions;

/** Events between editor and host, by name; those of the item are ours. */
export interface HostEvents {
  readonly request_accesses: Record<string, never>;
  readonly f_accesses: HostAccess;
  readonly p_accesses: HostAccess;
  readonly api_error: { readonly action: string; readonly status: number };
  readonly time_tracker_status: { readonly running: boolean };
  readonly get_time_tracker_status: Record<string, never>;
  readonly activity_time_track: { readonly type: string; readonly timestamp: number };
  readonly heartbeat: { readonly timestamp: number };
  readonly activity: { readonly type: string; readonly timestamp: number };
  readonly analytics: { readonly event: string; readonly params: Readonly<Record<string, unknown>> };
  /** An item is open, or was opened again with other annotations. */
  readonly item_opened: EditorItem;
  /** The server has stored the work on an item as `revision`. The item may have been left by then. */
  readonly item_saved: EditorItem;
  /** The person wants to leave the item; where to is the host's matter. */
  readonly item_left: EditorItem;
}
/** Name of an event that the editor sends to its host. */
export type HostEvent = keyof HostEvents;
