import { z } from '#core/api/common/index.ts';

/** A transition of workflows that begins a pipeline; null is each one. */
export const awaitedTransition = z.object({
  /** Id of the event node in the graph of the pipeline. */
  node: z.string(),
  workflow: z.string().nullable(),
  transition: z.string().nullable(),
  /** Types of the actions that are part of the transition, and of those that run after it. */
  with_change: z.array(z.string()),
  after_change: z.array(z.string()),
});

/** Runs of a pipeline, and the code that they took. */
export const pipelineFigures = z.object({
  pipeline_id: z.int(),
  name: z.string(),
  runs: z.int(),
  failed: z.int(),
  /** Seconds that code of its actions ran. */
  code_seconds: z.number(),
  /** Type of the action that failed in the most runs, after all its attempts; null where none did. */
  failing: z.string().nullable(),
});
export type PipelineFigures = z.output<typeof pipelineFigures>;
