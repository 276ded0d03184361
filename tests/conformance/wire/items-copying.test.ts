import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/test-app.ts';
import { copiedItems } from './copied-items.support.ts';
import { copyingJobTests } from './copying-jobs.support.ts';

eachDatabase(kind => {
  const copied = copiedItems(kind);
  const { named, copyOrMove, make, places, instances, dress, document, search } = copied;

  describe('a copy', () => {
    it('carries annotation, status, priority, approval and category, but no pin; it is finished at the first poll', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'box'), copied.from);
      expect(await copyOrMove(['a.jpg', 'unknown.jpg'])).toMatchObject({
        progress: 'finished',
        done: 1,
        skipped: 0,
        total: 1,
      });
      const [source, copy] = [await named(copied.from, 'a.jpg'), await named(copied.to, 'a.jpg')];
      expect(copy).toMatchObject({
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        is_pinned: false,
        categories: [{ category_id: copied.category, category_name: 'Shoes' }],
        path: source.path,
        meta: { width: 100, height: 80 },
      });
      expect(await document(copy)).toMatchObject({
        revision: 1,
        document: { instances: [{ id: 'box' }], metadata: { name: 'a.jpg' } },
      });
      expect(source, 'the source stays as it is').toMatchObject({ is_pinned: true, annotation_status: 3 });
      expect(await instances(source)).toEqual(['box']);
    });

    it('keeps the pin when the call asks for it', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg'), copied.from);
      await copyOrMove(['a.jpg'], { keep_pin_status: true });
      expect((await named(copied.to, 'a.jpg')).is_pinned).toBe(true);
    });

    it('without annotations is a bare item in the start status', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'box'), copied.from);
      await copyOrMove(['a.jpg'], { include_annotations: false });
      const copy = await named(copied.to, 'a.jpg');
      expect(copy).toMatchObject({
        annotation_status: 1,
        approval_status: 0,
        entropy_value: null,
        is_pinned: false,
        categories: [],
        meta: { width: 100, height: 80 },
      });
      expect(await document(copy)).toMatchObject({ revision: 0, document: { instances: [] } });
    });

    it('leaves a name that is taken untouched when duplicates are skipped', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'new'), copied.from);
      await make(copied.to, 'a.jpg', 'old');
      const before = await named(copied.to, 'a.jpg');
      expect(await copyOrMove(['a.jpg'])).toMatchObject({ progress: 'finished', done: 0, skipped: 1 });
      expect(await named(copied.to, 'a.jpg')).toEqual(before);
      expect(await instances(before)).toEqual(['old']);
    });

    it('replaces all of a name that is taken: annotation, status, priority, approval and category', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'new'), copied.from);
      const before = await make(copied.to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_all' });
      const after = await named(copied.to, 'a.jpg');
      expect(after).toMatchObject({
        id: before.id,
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        categories: [{ category_id: copied.category }],
        path: `https://files.test/${copied.from}/a.jpg`,
      });
      expect(await document(after)).toMatchObject({ revision: 2, document: { instances: [{ id: 'new' }] } });
      const versions = await copied.team.owner.request<{ data: { revision: number }[] }>(
        'GET',
        `/api/v1/project/${copied.project}/item/${after.id}/annotation/versions`,
      );
      expect(
        versions.body.data.map(each => each.revision),
        'what was there can be restored',
      ).toEqual([2, 1]);
    });

    it('replaces the annotation alone of a name that is taken; status and approval stay', async () => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'new'), copied.from);
      await make(copied.to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_annotation' });
      const after = await named(copied.to, 'a.jpg');
      expect(after).toMatchObject({
        annotation_status: 2,
        approval_status: 0,
        entropy_value: null,
        categories: [],
        path: `https://files.test/${copied.to}/a.jpg`,
      });
      expect(await instances(after)).toEqual(['new']);
    });

    it('of an item without annotation empties the one it replaces', async () => {
      await places();
      await make(copied.from, 'a.jpg');
      await make(copied.to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { duplicate_behaviour: 'replace_all' });
      expect(await instances(await named(copied.to, 'a.jpg'))).toEqual([]);
    });

    it('into its own folder changes nothing, however duplicates are treated', async () => {
      await places();
      const made = await make(copied.from, 'a.jpg', 'box');
      for (const operate_function of ['copy', 'move']) {
        expect(
          await copyOrMove(['a.jpg'], {
            destination_folder_id: copied.from,
            duplicate_behaviour: 'replace_all',
            operate_function,
          }),
        ).toMatchObject({ done: 0, skipped: 1 });
      }
      expect((await named(copied.from, 'a.jpg')).id).toBe(made.id);
    });
  });

  describe('a move', () => {
    it('takes the item itself along; without keep_pin_status it is not pinned any more', async () => {
      await places();
      const made = await make(copied.from, 'a.jpg', 'box');
      await dress(made, copied.from);
      await copyOrMove(['a.jpg'], { operate_function: 'move' });
      expect(await search(copied.from)).toEqual([]);
      const after = await named(copied.to, 'a.jpg');
      expect(after).toMatchObject({
        id: made.id,
        annotation_status: 3,
        approval_status: 2,
        entropy_value: 7.5,
        is_pinned: false,
        categories: [{ category_id: copied.category }],
      });
      expect(await instances(after)).toEqual(['box']);
    });

    it('leaves the source where it is when the name is taken and duplicates are skipped', async () => {
      await places();
      const made = await make(copied.from, 'a.jpg', 'new');
      await make(copied.to, 'a.jpg', 'old');
      expect(await copyOrMove(['a.jpg'], { operate_function: 'move' })).toMatchObject({ done: 0, skipped: 1 });
      expect((await named(copied.from, 'a.jpg')).id).toBe(made.id);
    });

    it.each([
      ['replace_all', 3],
      ['replace_annotation', 2],
    ] as const)('with %s removes the source', async (duplicate_behaviour, status) => {
      await places();
      await dress(await make(copied.from, 'a.jpg', 'new'), copied.from);
      await make(copied.to, 'a.jpg', 'old');
      await copyOrMove(['a.jpg'], { operate_function: 'move', duplicate_behaviour });
      expect(await search(copied.from)).toEqual([]);
      const after = await named(copied.to, 'a.jpg');
      expect(after.annotation_status).toBe(status);
      expect(await instances(after)).toEqual(['new']);
    });
  });

  describe('the older calls', () => {
    it('copy, and report their progress as three numbers', async () => {
      await places();
      await make(copied.from, 'a.jpg');
      await make(copied.from, 'b.jpg');
      await make(copied.to, 'b.jpg');
      const { body } = await copied.script.call<{ poll_id: number }>('main', 'POST', '/images/copy-image-or-folders', {
        query: { project_id: copied.project },
        body: {
          is_folder_copy: false,
          image_names: ['a.jpg', 'b.jpg'],
          source_folder_id: copied.from,
          destination_folder_id: copied.to,
          include_annotations: true,
          keep_pin_status: false,
        },
      });
      expect(
        (
          await copied.script.call('main', 'GET', '/images/copy-image-progress', {
            query: { project_id: copied.project, poll_id: body.poll_id },
          })
        ).body,
      ).toEqual([1, 1, 2]);
    });

    it('move by name', async () => {
      await places();
      const made = await make(copied.from, 'a.jpg');
      const { status } = await copied.script.call('main', 'POST', '/image/move', {
        query: { project_id: copied.project },
        body: { image_names: ['a.jpg'], source_folder_id: copied.from, destination_folder_id: copied.to },
      });
      expect([status, (await named(copied.to, 'a.jpg')).id]).toEqual([200, made.id]);
    });
  });

  it('should refuse folders that are not there, and polls of nothing', async () => {
    const bad: Answer[] = [
      await copied.script.call('main', 'POST', '/images/copy-move-images-folders', {
        query: { project_id: copied.project },
        body: { image_names: ['a'], source_folder_id: 99_999_999, destination_folder_id: 99_999_999 },
      }),
      await copied.script.call('main', 'GET', '/images/copy-image-progress', {
        query: { project_id: copied.project, poll_id: 99_999_999 },
      }),
    ];
    expect(bad.map(each => each.status)).toEqual([404, 404]);
  });

  copyingJobTests(copied);
});
