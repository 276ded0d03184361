import Papa from 'papaparse';
import type { RunView } from './api.ts';

/** Returns runs as a table of comma-separated values; cells that a spreadsheet would take as a formula begin with an apostrophe. */
export const runsCsv = (runs: readonly RunView[]): string =>
  Papa.unparse(
    runs.map(each => ({
      run: each.id,
      pipeline: each.pipeline_name,
      version: each.pipeline_version,
      event: each.event,
      about: each.subject,
      project_id: each.project_id ?? '',
      item_id: each.item_id ?? '',
      state: each.state,
      created: each.createdAt,
      finished: each.finishedAt ?? '',
    })),
    { escapeFormulae: true },
  );
