import { expect, it } from 'vitest';
import { runsCsv } from './runs-csv.ts';

it('should write one line for each run, without formulas', () => {
  const run = {
    id: 7,
    pipeline_id: 1,
    pipeline_name: '=1+1',
    pipeline_version: 2,
    node_id: 'start',
    event: 'item fired',
    project_id: 3,
    item_id: null,
    subject: 'a, b',
    state: 'FAILED',
    retry_of: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    finishedAt: null,
  } as const;
  expect(runsCsv([run])).toBe(
    'run,pipeline,version,event,about,project_id,item_id,state,created,finished\r\n' +
      `7,'=1+1,2,item fired,"a, b",3,,FAILED,2026-11-01T10:00:00.000Z,\r\n`,
  );
});
