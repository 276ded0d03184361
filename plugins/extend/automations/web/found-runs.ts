import type { RunView } from '../common/api.ts';
import type { AutomationsClient } from './automations-client.ts';

/** Runs that one request lists or replays, at most. */
const PAGE = 200;

/** Conditions on runs, as the list of them takes. */
export interface RunFilter {
  readonly pipeline_id?: number;
  readonly state?: RunView['state'];
  readonly event?: string;
}

/** Returns the runs that a filter finds, newest first, at most `most` of them. */
export async function foundRuns(
  api: Pick<AutomationsClient['api'], 'listRuns'>,
  filter: RunFilter,
  most: number,
): Promise<RunView[]> {
  const all: RunView[] = [];
  for (let more = true; more && all.length < most;) {
    const page = await api.listRuns({ query: { ...filter, offset: all.length, limit: PAGE } });
    all.push(...page.data);
    more = page.data.length > 0 && all.length < page.total_count;
  }
  return all.slice(0, most);
}

/** Runs the failed steps of runs once more. Returns how many steps that were. */
export async function replayRuns(
  tests: Pick<AutomationsClient['tests'], 'replaySteps'>,
  runs: readonly RunView[],
): Promise<number> {
  let steps = 0;
  for (let at = 0; at < runs.length; at += PAGE) {
    const run_ids = runs.slice(at, at + PAGE).map(each => each.id);
    steps += (await tests.replaySteps({ body: { task_result_ids: [], run_ids } })).replayed;
  }
  return steps;
}
