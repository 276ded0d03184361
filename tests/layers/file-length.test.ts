import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Lines of a file at most; a longer one has a second subject that deserves a file of its own. Lists of messages have
 * one at any length.
 */
const MOST_LINES = 300;

/** Lines at most of a file that was longer when the limit came. */
const MOST_LINES_OF_LONG = 470;

/** Files that were longer when the limit came. None may be added: split a file that grows past the limit. */
const STILL_LONG: ReadonlySet<string> = new Set([
  'core/data/server/backup/backup.test.ts',
  'core/data/server/database.test.ts',
  'core/egress/server/egress.test.ts',
  'core/shell/server/outside/outside.test.ts',
  'plugins/analyze/analytics/server/reports.test.ts',
  'plugins/analyze/explore/server/example-pairs.test.ts',
  'plugins/annotate/annotations/server/annotation-transfer.test.ts',
  'plugins/annotate/editor-form/server/form-documents.test.ts',
  'plugins/annotate/editor-form/server/form-media.test.ts',
  'plugins/annotate/editor-pixel/server/masks.test.ts',
  'plugins/annotate/editor-text/server/text-documents.test.ts',
  'plugins/annotate/form/server/form-builder.test.ts',
  'plugins/annotate/language-models/server/models-server.test.ts',
  'plugins/exchange/exchange/common/text/round-trip.test.ts',
  'plugins/exchange/form-rows/server/rows.test.ts',
  'plugins/extend/automations/server/automations.test.ts',
  'plugins/organize/workflow/server/workflow-change.test.ts',
  'plugins/review/agreement/server/agreement.test.ts',
  'plugins/review/task-requests/server/request-queue.test.ts',
  'plugins/workspace/administration/server/organization.test.ts',
  'plugins/workspace/projects/server/projects.test.ts',
  'sdk/app/workbench.test.ts',
  'tests/conformance/web-host.dom.test.tsx',
  'tests/conformance/wire/annotations.test.ts',
  'tests/conformance/wire/classes.test.ts',
  'tests/conformance/wire/exports.test.ts',
  'tests/conformance/wire/people.test.ts',
  'tests/conformance/wire/projects.test.ts',
  'tests/conformance/wire/teams.test.ts',
  'tests/conformance/wire/workflows.test.ts',
  'tests/durability/server-kill.test.ts',
  'tests/e2e/sandbox.test.ts',
]);

const lines = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

it('should keep every source and test file within the most lines of a file', () => {
  const files = ['core', 'plugins', 'sdk', 'tests', 'examples'].flatMap(top =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .map(each => `${top}/${each}`)
      .filter(each => /\.m?tsx?$|\.mjs$/.test(each) && !/node_modules|\/web\/messages\.ts$/.test(each)),
  );
  expect(files.length).toBeGreaterThan(1000);
  const long = files.filter(file => lines(file) > MOST_LINES);
  expect(long.filter(file => !STILL_LONG.has(file))).toEqual([]);
  expect(long.filter(file => lines(file) > MOST_LINES_OF_LONG)).toEqual([]);
  expect(
    [...STILL_LONG].filter(file => !long.includes(file)),
    'take these from the list',
  ).toEqual([]);
});
