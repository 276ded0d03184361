/**
 * Types of custom actions of automations: a step of a pipeline written by a team. They are types only: pipelines of this version have
 * built-in actions, so nothing runs custom ones yet.
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

/** What a trigger tells of a thing before and after it changed; null where there is no such state. Times are milliseconds since 1970. */
export interface TriggerContext<Entity = Readonly<Record<string, unknown>>> {
  /** Created, updated, deleted. */
  readonly op: 'c' | 'u' | 'd';
  readonly ts_ms: number;
  readonly before: Entity | null;
  readonly after: Entity | null;
}

/** An item as triggers tell it. */
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
  /** Value of its status in the workflow of the project. */
  readonly annotation_status: number;
  /** As the API tells it; null before anybody decided. */
  readonly approval_status: number | null;
  readonly is_pinned: boolean;
  readonly assignments: readonly { readonly role: string; readonly user: string }[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The context of `item u:annotation_status` and the other events of an item. */
export type ItemTriggerContext = TriggerContext<TriggerItem>;

/** The run an action belongs to; the arguments that the pipeline sets stand beside these. */
export interface EventInfo {
  /** Id of the run. */
  readonly uuid: number;
  readonly event: TriggerCode;
  readonly pipeline_id: number;
  readonly pipeline_name: string;
  readonly trigger_result_id: number;
  readonly ts_ms: number;
  readonly source?: { readonly project_id?: number; readonly folder_id?: number | null };
  /** Values of a custom event that somebody started by hand. */
  readonly custom_event?: Readonly<Record<string, unknown>>;
  /** What the action before this one gave back. */
  readonly previous?: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Run by *Test*, not by a pipeline. */
  readonly test: boolean;
}

/** What an action may use. It acts as the owner of the pipeline, within the projects and folders of its trigger. */
export interface ActionServices {
  /** Values of the secrets chosen for the action; undefined for any other name. */
  readonly secrets: { get(name: string): string | undefined };
  /** Kept for the action between runs: 1 MiB together, values are JSON. */
  readonly kv: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown, ttlSeconds?: number): Promise<void>;
  };
  /** Written to the log of the run: 1 MiB of it is kept, its begin and its end. */
  readonly log: {
    info(...words: readonly unknown[]): void;
    warn(...words: readonly unknown[]): void;
    error(...words: readonly unknown[]): void;
  };
  /** Calls to hosts that the operator allows. */
  readonly fetch: typeof fetch;
  /** Aborted at the time limit of the action, or when the run is stopped. */
  readonly signal: AbortSignal;
}

/**
 * A custom action: the default export of its main file. What it gives back must be JSON of at most 256 KiB; it is `previous` of the next
 * action. What it throws fails it.
 */
export type Handler<Arguments = Readonly<Record<string, unknown>>, Context = TriggerContext, Result = unknown> = (
  event: EventInfo & Arguments,
  context: Context,
  services: ActionServices,
) => Promise<Result> | Result;
