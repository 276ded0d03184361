/**
 * Types of custom actions of automations: a step of a pipeline whose TypeScript a team writes in the product. They are
 * types only: the server gives the values to the handler. Beside them, code imports the other files of its action,
 * such as `import { limits } from './limits'`, and the packages `zod`, `date-fns`, `lodash-es` and `papaparse`.
 */

/** Codes of what starts a pipeline. `project`, `folder`, `export`: created, updated, deleted. */
export type TriggerCode =
  | 'webhook'
  | 'schedule'
  | 'project c'
  | 'project u'
  | 'project d'
  | 'folder c'
  | 'folder u'
  | 'folder d'
  | 'export c'
  | 'export u'
  | 'export d'
  | 'item c'
  | 'item open'
  | 'item u:annotation_status'
  | 'item u:approval_status'
  | 'item u:assignment'
  | 'item u:annotation'
  | 'item comment'
  | 'item fired'
  | 'Manual trigger'
  | 'form fired'
  | 'transition';

/**
 * State of a thing before and after it changed; null where there is no such state. Times are milliseconds since 1970.
 */
export interface TriggerContext<Entity = Readonly<Record<string, unknown>>> {
  /** Created, updated, deleted. */
  readonly op: 'c' | 'u' | 'd';
  readonly ts_ms: number;
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/** An item in the context of triggers. */
export interface TriggerItem {
  readonly id: number;
  readonly name: string;
  readonly team_id: number;
  readonly organization_id: number;
  readonly project_id: number;
  readonly project_name: string;
  /** Null at the top of the project. */
  readonly folder_id: number | null;
  readonly folder_name: string | null;
  /** Name of its status, such as `QualityCheck`. */
  readonly annotation_status: string;
  /** Number as in the API; null before anybody decided. */
  readonly approval_status: number | null;
  readonly is_pinned: boolean;
  readonly assignments: readonly { readonly role: string; readonly user: string }[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The context of `item u:annotation_status` and the other events of an item. */
export type ItemTriggerContext = TriggerContext<TriggerItem>;

/** A project in the context of triggers. */
export interface TriggerProject {
  readonly id: number;
  readonly team_id: number;
  readonly name: string;
  /** Number of its type. */
  readonly type: number;
  /** Number of its status: 1 not started, 2 in progress, 3 completed, 4 on hold. */
  readonly status: number;
  readonly description: string | null;
  readonly creator_id: string;
  readonly upload_state: number;
  readonly instructions_link: string | null;
  readonly workflow_id: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The context of `project c`, `project u` and `project d`. */
export type ProjectTriggerContext = TriggerContext<TriggerProject>;

/** A folder in the context of triggers. */
export interface TriggerFolder {
  readonly id: number;
  readonly name: string;
  /** Number as that of projects. */
  readonly status: number | null;
  readonly project_id: number;
  readonly team_id: number;
}

/** The context of `folder c`, `folder u` and `folder d`. */
export type FolderTriggerContext = TriggerContext<TriggerFolder>;

/** An export in the context of triggers. */
export interface TriggerExport {
  readonly id: number;
  readonly name: string;
  readonly status: 'inProgress' | 'complete' | 'canceled' | 'failed';
  readonly project_id: number;
  /** Null for all folders. */
  readonly folder_ids: readonly number[] | null;
  /** Such as `json` or `coco`. */
  readonly format: string;
  readonly createdAt: number;
}

/** The context of `export c`, `export u` and `export d`. */
export type ExportTriggerContext = TriggerContext<TriggerExport>;

/** The context of `item open`. */
export interface OpenedTriggerContext extends ItemTriggerContext {
  /** E-mail address of who opened it. */
  readonly opened_by: string;
}

/** The context of `transition`: the item before and after it. */
export interface TransitionTriggerContext extends ItemTriggerContext {
  readonly transition: { readonly name: string; readonly workflow: string };
}

/** The context of `item comment`. */
export interface CommentTriggerContext extends ItemTriggerContext {
  /** Changes of threads by one save. */
  readonly comments: readonly {
    readonly change: 'added' | 'replied' | 'resolved' | 'reopened' | 'deleted';
    /** Id of the thread. */
    readonly id: string;
    /** Its newest message. */
    readonly text: string;
  }[];
}

/** The run an action belongs to; the arguments that the pipeline sets are beside these. */
export interface EventInfo {
  /** Id of the run. */
  readonly uuid: number;
  readonly event: TriggerCode;
  readonly pipeline_id: number;
  readonly pipeline_name: string;
  readonly trigger_result_id: number;
  readonly ts_ms: number;
  readonly source?: { readonly project_id?: number; readonly folder_id?: number | null };
  /** Values that somebody entered: of a custom event, of the form of a start by hand, or of a form with a button. */
  readonly custom_event?: Readonly<Record<string, unknown>>;
  /** Result of the action before this one. */
  readonly previous?: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Run by *Test*, not by a pipeline. */
  readonly test: boolean;
}

/** A request that an action sends. */
export interface ActionRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to a request; its body is read already. */
export interface ActionResponse {
  readonly status: number;
  /** The status is from 200 to 299. */
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/**
 * The item of the run. Changes are made after the handler returned, in order, and only those that the settings of the
 * action allow.
 */
export interface ActionItem {
  /** Moves the item to a status by its name, such as `Returned`. Items that cannot go there are skipped. */
  setStatus(status: string): void;
  /** Null clears the priority. */
  setPriority(priority: number | null): void;
  setApproval(approval: 'none' | 'disapproved' | 'approved'): void;
  setPinned(pinned: boolean): void;
  /** Assigns a contributor of the project by e-mail address. */
  assign(email: string): void;
  /** Without an address, unassigns everyone. */
  unassign(email?: string): void;
  /** Gives the item categories of its project by name: in place of those it has, or as `mode` says. */
  setCategories(names: readonly string[], mode?: 'set' | 'add' | 'remove'): void;
  /** Fills a field that the project has for its items; null empties it. */
  setField(name: string, value: string | number | null): void;
  /** Begins a comment about the entire item. */
  comment(text: string): void;
  /** Moves the item to a folder of its project by name; `root` is the top of the project. */
  move(folder: string): void;
  /** Adds the item to a subset of its project by name, which is created where there is none. */
  addToSubset(subset: string): void;
  removeFromSubset(subset: string): void;
  /**
   * Saves annotations in the form in which `annotations.get` returns them. With the revision that was read, nothing is
   * saved over a newer one: the step fails.
   */
  saveAnnotations(document: Readonly<Record<string, unknown>>, revision?: number): void;
}

/** An item with its values. */
export interface ReadItem {
  readonly id: number;
  readonly project_id: number;
  readonly folder_id: number;
  readonly name: string;
  readonly url: string | null;
  /** Code of its status. */
  readonly annotation_status: number;
  readonly approval_status: number;
  readonly is_pinned: boolean;
  /** Its priority. */
  readonly entropy_value: number | null;
  readonly assignments: readonly { readonly user_id: string; readonly user_role: number }[];
  readonly categories: readonly { readonly category_id: number; readonly category_name: string }[];
  readonly custom_metadata: Readonly<Record<string, unknown>>;
  readonly metadata: { readonly width: number | null; readonly height: number | null; readonly size: number | null };
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The annotations of an item. */
export interface ReadAnnotation {
  /** 0 when nothing was ever saved. */
  readonly revision: number;
  /** As downloads have it, with `instances`, `tags` and `metadata`; null without annotations. */
  readonly document: Readonly<Record<string, unknown>> | null;
}

/** Reads items. Needs the permission to read items; `query` that of queries. */
export interface ItemReads {
  /** @throws NOT_FOUND, OUT_OF_SCOPE, READ_DENIED: the `name` of the error */
  get(id: number): Promise<ReadItem>;
  /**
   * Items in the order of their ids, at most 200 (50 unless said otherwise). For the next ones pass the last id as
   * `after_id`.
   */
  list(request: {
    readonly project_id: number;
    readonly folder_id?: number;
    readonly after_id?: number;
    readonly limit?: number;
  }): Promise<readonly ReadItem[]>;
  /** Items that a query of Explore finds, at most 200; those outside of the scope of the event are left out. */
  query(request: {
    readonly project_id: number;
    readonly query: string;
    readonly offset?: number;
    readonly limit?: number;
  }): Promise<readonly ReadItem[]>;
}

/**
 * Context of an action. It has the rights of the owner of the pipeline and reads inside the scope of its event: at most
 * 100 calls, 2 MB each.
 */
export interface ActionServices {
  /** Changes of the item that the run is about. */
  readonly item: ActionItem;
  readonly items: ItemReads;
  /** Needs the permission to read annotations. */
  readonly annotations: { get(itemId: number): Promise<ReadAnnotation> };
  /** Values of the secrets chosen for the action, as `NAME.KEY`; undefined for any other name. */
  readonly secrets: { get(name: string): string | undefined };
  /** Written to the log of the step: 64 KiB of it is kept, its beginning and its end. */
  readonly log: {
    info(...words: readonly unknown[]): void;
    warn(...words: readonly unknown[]): void;
    error(...words: readonly unknown[]): void;
  };
  /**
   * Sends a request to a host that the settings of the action allow. In a dry run, only GET and HEAD are sent; others
   * are answered with 202.
   */
  fetch(url: string, request?: ActionRequest): Promise<ActionResponse>;
}

/**
 * A custom action: the default export of its code. It runs once for each item. What it returns must be JSON of at most
 * 256 KiB; it is `previous` of the next custom action. What it throws fails the step.
 */
export type Handler<Arguments = Readonly<Record<string, unknown>>, Context = TriggerContext, Result = unknown> = (
  event: EventInfo & Arguments,
  context: Context,
  services: ActionServices,
) => Promise<Result> | Result;
