import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { CopyProgress } from '#plugins/workspace/items/common/index.ts';
import type { CopiedItems } from './copied-items.support.ts';

/** Adds the tests of copies and moves that run as jobs. */
export function copyingJobTests(copied: CopiedItems): void {
  const { search, make, places, copyOrMove } = copied;

  describe('many items', () => {
    const MANY = 2500;
    const fill = async (): Promise<void> => {
      await places();
      await copied.app.database.tenant(copied.team.id).transaction(async trx => {
        await sql`insert into items.item (team_id, project_id, folder_id, name, source, url) select ${copied.team.id}::int, ${copied.project}::int, ${copied.from}::int, 'img_' || n, 2, 'https://x.test/' || n from generate_series(1, ${MANY}::int) n`.execute(
          trx,
        );
      });
    };

    it('are copied by a job that says how far it is', async () => {
      await fill();
      const first = await copyOrMove(undefined);
      expect(first).toMatchObject({ total: MANY, job_id: expect.any(String) });
      const { poll_id } = (
        await copied.script.call<{ poll_id: number }>('main', 'POST', '/images/copy-move-images-folders', {
          query: { project_id: copied.project },
          body: {
            is_folder_copy: true,
            source_folder_id: copied.from,
            destination_folder_id: copied.to,
            include_annotations: true,
            keep_pin_status: false,
            duplicate_behaviour: 'skip_duplicates',
            operate_function: 'copy',
          },
        })
      ).body;
      await expect
        .poll(
          async () =>
            (
              await copied.script.call<CopyProgress>('main', 'GET', '/images/copy-image-progress', {
                query: { project_id: copied.project, poll_id },
              })
            ).body,
          { timeout: 120_000, interval: 100 },
        )
        .toMatchObject({ progress: 'finished', state: 'COMPLETED', total: MANY });
      await expect.poll(async () => (await search(copied.to)).length, { timeout: 120_000, interval: 100 }).toBe(2000);
      expect(
        (
          await copied.script.call<{ byFolder: { folder_id: number; total: number }[] }>(
            'main',
            'GET',
            `/project/${copied.project}/imageCounts`,
          )
        ).body.byFolder.find(each => each.folder_id === copied.to)!.total,
      ).toBe(MANY);
    });

    it('stop being moved when it is canceled; what was moved stays', async () => {
      await fill();
      const { poll_id } = (
        await copied.script.call<{ poll_id: number }>('main', 'POST', '/images/copy-move-images-folders', {
          query: { project_id: copied.project },
          body: {
            is_folder_copy: true,
            source_folder_id: copied.from,
            destination_folder_id: copied.to,
            include_annotations: true,
            keep_pin_status: false,
            duplicate_behaviour: 'skip_duplicates',
            operate_function: 'move',
          },
        })
      ).body;
      expect(
        (
          await copied.script.call('main', 'DELETE', '/images/copy-image-progress', {
            query: { project_id: copied.project, poll_id },
          })
        ).status,
      ).toBe(200);
      const read = async (): Promise<CopyProgress> =>
        (
          await copied.script.call<CopyProgress>('main', 'GET', '/images/copy-image-progress', {
            query: { project_id: copied.project, poll_id },
          })
        ).body;
      await expect.poll(async () => (await read()).progress, { timeout: 120_000, interval: 100 }).toBe('finished');
      const { done } = await read();
      expect(done % 1000 === 0 || done === MANY).toBe(true);
      const { byFolder } = (
        await copied.script.call<{ byFolder: { folder_id: number; total: number }[] }>(
          'main',
          'GET',
          `/project/${copied.project}/imageCounts`,
        )
      ).body;
      expect(byFolder.find(each => each.folder_id === copied.to)!.total).toBe(done);
      expect(byFolder.find(each => each.folder_id === copied.from)!.total).toBe(MANY - done);
    });

    it('that do not fit into the folder are refused, and none is copied', async () => {
      await places();
      await make(copied.from, 'a.jpg');
      await copied.app.database.tenant(copied.team.id).transaction(async trx => {
        await sql`insert into items.tally (team_id, project_id, folder_id, annotation_status, items) values (${copied.team.id}, ${copied.project}, ${copied.to}, 2, 50000)`.execute(
          trx,
        );
      });
      const answer = await copied.script.call('main', 'POST', '/images/copy-move-images-folders', {
        query: { project_id: copied.project },
        body: {
          is_folder_copy: false,
          image_names: ['a.jpg'],
          source_folder_id: copied.from,
          destination_folder_id: copied.to,
          include_annotations: true,
          keep_pin_status: false,
          duplicate_behaviour: 'skip_duplicates',
          operate_function: 'copy',
        },
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'FOLDER_LIMIT' } });
      expect(await search(copied.to)).toEqual([]);
      await copied.app.database
        .tenant(copied.team.id)
        .transaction(trx => sql`delete from items.tally where folder_id = ${copied.to}`.execute(trx));
    });
  });
}
