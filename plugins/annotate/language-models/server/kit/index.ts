export { ModelRuns } from '../model-runs.ts';
