import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import type { Row } from './world-calls.ts';
import { call } from './world-calls.ts';

/**
 * Two subsets, two dataset versions, two layers of suggestions, two boards, a public link, a telemetry report, a saved query, a bookmark of
 * somebody who is not signed out on the way, a link, and a field of custom metadata.
 */
export async function makeExplore(
  app: TestApp,
  { owner, admin }: { readonly owner: TestPerson; readonly admin: TestPerson },
  project_id: number | undefined,
  item_id: number | undefined,
  tagClass: number | undefined,
  canary: string,
): Promise<Ids> {
  const query = { project_id };
  await call(app, owner, 'item-fields.createFields', {
    query,
    body: { data: { [`${canary} field`]: { type: 'string' } } },
  });
  const subsets = await call<readonly Row[]>(app, owner, 'explore.createSubsets', {
    query,
    body: { names: [`${canary} subset`, `${canary} second subset`] },
  });
  const saved = await call<Row>(app, owner, 'explore.createQuery', {
    query,
    body: { name: `${canary} query`, text: `name = ${canary}` },
  });
  const mark = await call<Row>(app, admin, 'explore.createBookmark', {
    query,
    body: { item_id, note: `${canary} note` },
  });
  const freeze = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'explore.createSnapshot', {
      query,
      body: { name: `${canary} ${word}`, query: `name = "${canary}"` },
    });
  const [frozen, secondFrozen] = [await freeze('version'), await freeze('second version')];
  const suggest = (): Promise<Row | undefined> =>
    call<Row>(app, owner, 'explore.createSuggestions', { query, body: { item_id, class_id: tagClass } });
  const [layer, secondLayer] = [await suggest(), await suggest()];
  const link = await call<{ hash: string }>(app, owner, 'explore.createHash', { query, body: { level: canary } });
  const board = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'insights.createBoard', { query, body: { name: `${canary} ${word}`, charts: [] } });
  const [kept, deleted] = [await board('board'), await board('second board')];
  const publicLink = await call<Row>(app, owner, 'public-links.createPublicLink', {
    params: query,
    body: { kind: 'subset', subset_id: subsets?.[0]?.id },
  });
  const report = await call<Row>(app, owner, 'telemetry.createTelemetryReport', {
    body: { type: 'time', from: '2026-01-01', to: '2026-01-31' },
  });
  if (
    report === undefined ||
    kept === undefined ||
    deleted === undefined ||
    publicLink === undefined ||
    subsets === undefined ||
    saved === undefined ||
    mark === undefined ||
    link === undefined ||
    frozen === undefined ||
    layer === undefined ||
    secondLayer === undefined ||
    secondFrozen === undefined
  )
    return {};
  return {
    subset: [subsets[0]!.id],
    secondSubset: [subsets[1]!.id],
    snapshot: [frozen.id],
    secondSnapshot: [secondFrozen.id],
    suggestionSet: [layer.id],
    secondSuggestionSet: [secondLayer.id],
    savedQuery: [saved.id],
    bookmark: [mark.id],
    hash: [link.hash],
    board: [kept.id],
    publicLink: [publicLink.id],
    secondBoard: [deleted.id],
    telemetryReport: [report.id],
  };
}
