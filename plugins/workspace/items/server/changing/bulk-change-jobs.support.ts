import { describe, expect, it } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import { listItemChanges } from './changed-items.support.ts';
import type { ChangedItems } from './changed-items.support.ts';

/** More than are changed at once, in more than two steps of the job. */
const MANY = 2600;

/** Adds the tests of changes that run as jobs. */
export function bulkChangeJobTests(changed: ChangedItems): void {
  const { numbers, undo, ended, change, add } = changed;

  describe('a change of many items', () => {
    it(
      'should be made by a job to all that match a filter without those left out, and be taken back by another',
      async () => {
        const ids = await add(MANY);
        await add(10, { status: 2, word: 'other' });
        const begun = await change(changed.owner, { filter: { status: [1] }, except: ids.slice(0, 100) }, 'status', 5);
        expect(begun.body).toMatchObject({
          state: 'running',
          total: MANY - 100,
          items: null,
          job_id: expect.any(String),
        });
        expect(await ended(changed.owner, begun)).toMatchObject({
          state: 'finished',
          changed: MANY - 100,
          refused: [],
          undoable: true,
        });
        expect(await numbers('annotation_status')).toEqual({ 1: 100, 2: 10, 5: MANY - 100 });
        expect(
          (await changed.owner.call<{ data: ItemChangeView[] }>('main', listItemChanges, {})).body.data[0],
        ).toMatchObject({ id: begun.body.id, job_id: begun.body.job_id, undoable: true });

        await change(changed.boss, { item_ids: ids.slice(200, 210) }, 'status', 3);
        const back = await undo(changed.owner, begun.body.id);
        expect(back.body).toMatchObject({ state: 'running', undo_of: begun.body.id, total: MANY - 100 });
        expect(await ended(changed.owner, back)).toMatchObject({ changed: MANY - 110, since: 10 });
        expect(await numbers('annotation_status')).toEqual({ 1: MANY - 10, 2: 10, 3: 10 });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should take ids too, also those in any order and twice',
      async () => {
        const ids = await add(700);
        const begun = await change(
          changed.owner,
          { item_ids: [...ids.toReversed(), ...ids.slice(0, 5), 2_000_000_000] },
          'pin',
          true,
        );
        expect(await ended(changed.owner, begun)).toMatchObject({
          total: 701,
          changed: 700,
          refused: [{ code: 'NOT_FOUND', count: 1 }],
        });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should be restarted where it broke off, and do no item twice',
      async () => {
        await add(MANY);
        let steps = 0;
        changed.beforeWriting = () => {
          steps += 1;
          if (steps === 2) throw new Fault('DATABASE_UNAVAILABLE', 'The database went away.', { status: 503 });
        };
        const begun = await change(changed.owner, { filter: { status: [1] } }, 'status', 2);
        // An item that was changed twice would count as the same the second time.
        expect(await ended(changed.owner, begun)).toMatchObject({
          state: 'finished',
          changed: MANY,
          same: 0,
          refused: [],
        });
        changed.beforeWriting = undefined;
        expect(steps).toBeGreaterThan(2);
        expect(await numbers('annotation_status')).toEqual({ 2: MANY });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should stop when it is cancelled; what was done stays, and is taken back',
      async () => {
        await add(MANY * 4);
        const begun = await change(changed.owner, { filter: {} }, 'approval', 2);
        const answers = await new Promise<readonly Answer[]>(resolve => {
          changed.onStep = () => {
            changed.onStep = undefined;
            resolve(
              Promise.all([
                undo(changed.owner, begun.body.id),
                changed.owner.request('POST', `/api/v1/jobs/${begun.body.job_id}/cancel`),
              ]) as Promise<readonly Answer[]>,
            );
          };
        });
        expect(answers).toMatchObject([{ status: 409, body: { code: 'CHANGE_NOT_UNDOABLE' } }, { status: 200 }]);
        const stopped = await ended(changed.owner, begun);
        expect(stopped).toMatchObject({ state: 'stopped', message: 'The job was cancelled.', undoable: true });
        expect(stopped.changed).toBeLessThan(MANY * 4);
        expect((await numbers('approval_status'))['2']).toBe(stopped.changed);
        expect(await ended(changed.owner, await undo(changed.owner, begun.body.id))).toMatchObject({
          changed: stopped.changed,
        });
        expect(await numbers('approval_status')).toEqual({ 0: MANY * 4 });
      },
      DATABASE_TIMEOUT_MS,
    );
  });
}
