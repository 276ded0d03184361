import { csvCell } from '#core/base/common/index.ts';
import type { RunView } from './api.ts';

const columns = {
  run: each => each.id,
  pipeline: each => each.pipeline_name,
  version: each => each.pipeline_version,
  event: each => each.event,
  about: each => each.subject,
  project_id: each => each.project_id,
  item_id: each => each.item_id,
  state: each => each.state,
  created: each => each.createdAt,
  finished: each => each.finishedAt,
} as const satisfies Readonly<Record<string, (run: RunView) => string | number | null>>;

/** Returns runs as comma-separated values, none of which a spreadsheet takes as a formula. */
export const runsCsv = (runs: readonly RunView[]): string =>
  [
    Object.keys(columns).join(','),
    ...runs.map(run =>
      Object.values(columns)
        .map(read => csvCell(String(read(run) ?? '')))
        .join(','),
    ),
    '',
  ].join('\r\n');
