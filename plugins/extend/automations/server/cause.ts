import { AsyncVariable } from '#core/base/server/index.ts';

/** The pipeline whose actions are running now. */
export interface Cause {
  readonly pipelineId: number;
  /** Of the runs: 0 when a person caused their event. */
  readonly depth: number;
}

/** Longest chain of pipelines that start one another. */
export const DEEPEST = 5;

const cause = new AsyncVariable<Cause>();

/** Runs actions of a pipeline; events that happen meanwhile know it as their source. */
export const asCause = <T>(present: Cause, work: () => Promise<T>): Promise<T> => cause.run(present, work);

/** Returns the pipeline whose actions are running, undefined for what people do. */
export const currentCause = (): Cause | undefined => cause.get();
