import type { RequestContext } from '#core/api/server/index.ts';
import type { ActionNode, EventScope } from '../../common/pipeline.ts';
import type { RunContext, StepTrace } from '../automation-tables.ts';
import type { JobResources } from '../runs/job-resources.ts';

/** One run that an action is carried out for. */
export interface ActionInput {
  /** Id of the step: the same for every attempt that may be a repetition after a crash. */
  readonly stepId: number;
  readonly runId: number;
  readonly event: string;
  readonly projectId: number | null;
  readonly itemId: number | null;
  readonly context: RunContext;
  /** Milliseconds since 1970 at which the event happened. */
  readonly ts_ms: number;
  readonly attempt: number;
  /** Result of the previous action, for actions that ask for it. */
  readonly previous?: unknown;
  /** Arguments in place of those of the node. */
  readonly argument?: Readonly<Record<string, unknown>>;
}

/** A value of an item that an action changed. */
export interface ItemValueChange {
  readonly kind: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Annotations of an item that an action changed, with their revision before; 0 where there were none. */
export interface ChangedAnnotations {
  readonly itemId: number;
  readonly revision: number;
  /** Hash of the new annotations, where the values that changed do not determine them. */
  readonly hash?: string;
}

/** Outcome of one run at one action. */
export type ActionOutcome =
  | {
      readonly result: 'success' | 'true' | 'false';
      readonly output: unknown;
      readonly changes?: readonly ItemValueChange[];
      readonly annotated?: ChangedAnnotations;
      /** Place of the item after a move, with its id there: the next actions are about it. */
      readonly moved?: { readonly projectId: number; readonly itemId: number };
      /** Why nothing was done, for people. */
      readonly skipped?: string;
      /** Log of the code of the action. */
      readonly log?: string;
      /** Requests that a dry run did not send, for people. */
      readonly notSent?: readonly string[];
      readonly trace?: StepTrace;
    }
  | {
      readonly result: 'failure';
      readonly error: { readonly code: string; readonly message: string };
      /** Seconds until another attempt; absent: there is none. */
      readonly retryAfter?: number;
      readonly log?: string;
      readonly notSent?: readonly string[];
      readonly trace?: StepTrace;
    };

/** The pipeline that an action belongs to. */
export interface ActionScene {
  readonly pipelineId: number;
  readonly pipelineName: string;
  readonly node: ActionNode;
  /** Scope of the event that started it. */
  readonly scope: EventScope;
  /** Set in a dry run: requests that could change something are not sent. */
  readonly dry?: boolean;
  /** Aborted when automations of the team are switched off. */
  readonly signal?: AbortSignal;
  /** Milliseconds that code may run; absent: no limit. */
  readonly codeMs?: number;
  /** Resources that last for all batches of a job; absent where there is one batch. */
  readonly resources?: JobResources;
}

/**
 * The code of an action. One that is `external` reaches other systems: it runs outside of a transaction, once per
 * attempt, and does nothing in a dry run unless it has `settle`. The others run inside the transaction that also keeps
 * their results, so each effect happens exactly once.
 */
export interface Action {
  readonly external: boolean;
  /** Most runs of one transaction; absent: hundreds. */
  readonly most?: number;
  /** Seconds before the actions that follow. */
  delay?(scene: ActionScene): number;
  /**
   * Carries the action out for runs of one event; one outcome for each, in order. An external action that was stopped
   * may leave out the last ones: these were not begun.
   */
  run(context: RequestContext, scene: ActionScene, inputs: readonly ActionInput[]): Promise<readonly ActionOutcome[]>;
  /**
   * Makes the changes that an external action decided on, inside the transaction that keeps its results. An action that
   * has it takes part in dry runs, and gets `previous`.
   */
  settle?(
    context: RequestContext,
    scene: ActionScene,
    inputs: readonly ActionInput[],
    outcomes: readonly ActionOutcome[],
  ): Promise<readonly ActionOutcome[]>;
  /** Rights that the action needs in a project, asked when the pipeline is saved. */
  readonly access?: string;
}

/** The outcome of an action that has nothing to act on. */
export const noItem: ActionOutcome = {
  result: 'failure',
  error: { code: 'NO_ITEM', message: 'The event is not about an item.' },
};
