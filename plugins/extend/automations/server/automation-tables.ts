import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { ActionCode } from '../common/custom-action.ts';
import type { EventField } from '../common/event-fields.ts';
import type { EventScope, PipelineGraph } from '../common/pipeline.ts';
import type { TestDraft } from '../common/tests-api.ts';
import type { FailureReason, RunState } from '../common/run-states.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** JSON text when written. */
type Json<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** An item of an event, with what changed where the event is about a change. */
export interface EventItem {
  readonly id: number;
  readonly from?: unknown;
  readonly to?: unknown;
  /** Beside the state of the item in the context of its run. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A limit of a team that keeps runs waiting. */
export type HeldFor = 'off' | 'minute' | 'day' | 'concurrent' | 'code';

export interface AutomationTables {
  'automations.pipeline': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string;
    enabled: boolean;
    disabled_reason: Optional<'owner_left'>;
    version: number;
    owner_id: number;
    owner_email: string;
    /** Sealed. */
    webhook_secret: Optional<string>;
    created_at: Stamp;
    updated_at: Stamp;
    /** Deleted pipelines stay for their history. */
    deleted_at: Optional<Date>;
  };
  'automations.version': {
    team_id: number;
    pipeline_id: number;
    version: number;
    name: string;
    description: string;
    graph: Json<PipelineGraph>;
    author_email: string;
    created_at: Stamp;
  };
  /** The event nodes of the present versions, for finding the pipelines that an event starts. */
  'automations.trigger': {
    team_id: number;
    pipeline_id: number;
    node_id: string;
    type: string;
    settings: Json<Readonly<Record<string, unknown>>>;
    scope: Json<EventScope>;
  };
  /**
   * Events that start a pipeline, written in the transaction in which they happen; the items of a bulk change are one
   * event.
   */
  'automations.event': {
    id: GeneratedAlways<number>;
    team_id: number;
    pipeline_id: number;
    version: number;
    node_id: string;
    type: string;
    project_id: Optional<number>;
    items: Json<readonly EventItem[]>;
    /** State of a project before and after, for events that are not about items. */
    context: OptionalJson<unknown>;
    /** Shown instead of an item or project. */
    subject: Optional<string>;
    /** Pipelines that led to it; 0 for what people do. */
    depth: number;
    source_pipeline_id: Optional<number>;
    retry_of: Optional<number>;
    key: Optional<string>;
    /** Person who started it by hand. */
    creator_id: Optional<number>;
    /** Values that this person entered. */
    entered: OptionalJson<Readonly<Record<string, unknown>>>;
    /** Limit that it waits for, or `calm` for the end of its window, and when that is looked at again; null where somebody has to act. */
    held_for: Optional<HeldFor | 'calm'>;
    held_until: Optional<Date>;
    created_at: Stamp;
    /** Set when its runs were made. */
    expanded_at: Optional<Date>;
  };
  'automations.run': {
    id: GeneratedAlways<number>;
    team_id: number;
    event_id: number;
    pipeline_id: number;
    version: number;
    node_id: string;
    type: string;
    project_id: Optional<number>;
    item_id: Optional<number>;
    subject: string;
    context: Json<RunContext>;
    depth: number;
    state: RunState;
    retry_of: Optional<number>;
    created_at: Stamp;
    started_at: Optional<Date>;
    finished_at: Optional<Date>;
  };
  'automations.step': {
    id: GeneratedAlways<number>;
    team_id: number;
    run_id: number;
    event_id: number;
    pipeline_id: number;
    node_id: string;
    action_type: string;
    state: ColumnType<RunState, RunState | undefined, RunState>;
    reason: Optional<FailureReason>;
    attempt: number;
    retry_of: Optional<number>;
    due_at: Stamp;
    /** A delay, or the pause before another attempt. */
    waits: ColumnType<boolean, boolean | undefined, boolean>;
    /** The job that runs it, to know what was lost with its server. */
    job_id: Optional<string>;
    started_at: Optional<Date>;
    finished_at: Optional<Date>;
    output: OptionalJson<unknown>;
    error: OptionalJson<{ readonly code: string; readonly message: string }>;
    /** Log of the code of a custom action. */
    log: Optional<string>;
    trace: OptionalJson<StepTrace>;
  };
  'automations.test_case': {
    id: GeneratedAlways<number>;
    team_id: number;
    custom_task_id: number;
    name: string;
    event: Json<Record<string, unknown>>;
    context: Json<Record<string, unknown>>;
    expected: OptionalJson<NonNullable<TestDraft['expected']>>;
    author_email: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'automations.schedule': {
    team_id: number;
    pipeline_id: number;
    node_id: string;
    pattern: string;
    zone: string;
    ends_at: Optional<Date>;
    /** Null after the last moment. */
    next_at: Optional<Date>;
  };
  /** Incoming webhooks; the key is the last part of their address, and stays over versions. */
  'automations.webhook': { team_id: number; pipeline_id: number; node_id: string; key: string };
  'automations.webhook_token': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    prefix: string;
    hash: string;
    pipeline_ids: Json<readonly number[]>;
    /** Sealed. */
    signing_secret: Optional<string>;
    creator_email: string;
    created_at: Stamp;
    last_used_at: Optional<Date>;
  };
  'automations.custom_event': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string;
    fields: Json<readonly EventField[]>;
    fired_by: 'managers' | 'viewers';
    /** Counts saves. */
    revision: number;
    author_email: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'automations.secret': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string;
    keys: Json<readonly string[]>;
    /** JSON of the values by key. */
    sealed: string;
    creator_email: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  'automations.custom_task': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    description: string;
    draft: Json<ActionCode>;
    /** Counts saved drafts. */
    revision: number;
    deployed: Optional<number>;
    author_email: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  /** Limits that an operator set for a team; null is no limit. */
  'automations.team_limit': {
    team_id: number;
    off: boolean;
    runs_per_minute: Optional<number>;
    runs_per_day: Optional<number>;
    concurrent_runs: Optional<number>;
    code_seconds_per_day: Optional<number>;
    /** Counts changes. */
    version: number;
    changed_by: string;
    changed_at: Stamp;
  };
  /** Runs that began, and milliseconds of code, by minute. */
  'automations.usage': {
    team_id: number;
    minute: Stamp;
    runs: ColumnType<number, number | undefined, number>;
    code_ms: ColumnType<number, number | undefined, number>;
  };
  'automations.custom_task_version': {
    team_id: number;
    custom_task_id: number;
    version: number;
    settings: Json<ActionCode>;
    /** The built script and its source map. */
    code: string;
    map: string;
    author_email: string;
    created_at: Stamp;
  };
}

/** Input, time and memory of a step of a custom action. */
export interface StepTrace {
  /** Result of the action before. */
  readonly previous?: unknown;
  /** Milliseconds in the sandbox. */
  readonly run_ms?: number;
  readonly memory_mb?: number;
  /** Places in the source, innermost first. */
  readonly stack?: string;
}

/**
 * Subject of a run, as actions and messages get it: of an incoming webhook, the posted object. Times are milliseconds
 * since 1970.
 */
export type RunContext = StateChange | Readonly<Record<string, unknown>>;

/** A thing before and after it changed. */
export interface StateChange {
  readonly op: 'c' | 'u' | 'd';
  readonly ts_ms: number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Values of a custom event. */
  readonly custom_event?: Readonly<Record<string, unknown>>;
}

export type PipelineRow = Selectable<AutomationTables['automations.pipeline']>;
export type EventRow = Selectable<AutomationTables['automations.event']>;
export type RunRow = Selectable<AutomationTables['automations.run']>;
export type StepRow = Selectable<AutomationTables['automations.step']>;
