import { AsyncLocalStorage } from 'node:async_hooks';

/** The pipeline whose actions are running now. */
export interface Cause {
  readonly pipelineId: number;
  /** Of the runs: 0 when a person caused their event. */
  readonly depth: number;
}

/** Longest chain of pipelines that start one another. */
export const DEEPEST = 5;

const storage = new AsyncLocalStorage<Cause>();

/** Runs actions of a pipeline; events that happen meanwhile know it as their source. */
export const asCause = <T>(cause: Cause, work: () => Promise<T>): Promise<T> => storage.run(cause, work);

/** Returns the pipeline whose actions are running, undefined for what people do. */
export const currentCause = (): Cause | undefined => storage.getStore();
