import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer } from '#tests/support/test-app.ts';
import type { AnnotatedProjects } from './annotated-projects.support.ts';

/** Adds the tests of moves to another project, and of the rights that they need. */
export function annotationMoveTests(projects: AnnotatedProjects): void {
  const {
    ended,
    undo,
    copyOrMove,
    attach,
    list,
    carOf,
    annotation,
    classes,
    box,
    annotate,
    car,
    addClasses,
    project,
    preview,
  } = projects;

  describe('a move to another project', () => {
    it('should make new items there, leave the old ones among the deleted, and bring them back', async () => {
      await addClasses(projects.to, [car]);
      const [one, two] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [box('one', carOf(projects.made).id)]);
      const moved = (await copyOrMove({ operation: 'move' })).body;
      expect(moved).toMatchObject({ kind: 'move', changed: 2, undoable: true });
      expect(await list(projects.from)).toEqual([]);
      expect((await list(projects.from, 'deleted=true')).map(each => each.id)).toEqual([one!.id, two!.id]);
      const [a, b] = await list(projects.to);
      expect([a!.id, b!.id].some(id => id === one!.id || id === two!.id)).toBe(false);

      // Somebody works on one of them before all is taken back.
      await annotate(b!.id, [box('later', carOf(await classes(projects.to)).id)], {}, projects.to);
      expect((await undo(moved.id)).body).toMatchObject({ undo_of: moved.id, changed: 1, since: 1 });
      expect((await list(projects.from)).map(each => each.id)).toEqual([one!.id]);
      expect((await annotation(projects.from, one!.id)).document.instances).toMatchObject([
        { id: 'one', classId: carOf(projects.made).id },
      ]);
      expect((await list(projects.to)).map(each => each.id)).toEqual([b!.id]);
    });

    it(
      'should go by a job where there are many, which stops when it is cancelled and is taken back',
      async () => {
        for (const part of [0, 1]) await attach(Array.from({ length: 450 }, (_, at) => `photo ${part} ${at}.jpg`));
        const begun = (await copyOrMove({ operation: 'move' })).body;
        expect(begun).toMatchObject({ state: 'running', total: 900 });
        await projects.owner.request('POST', `/api/v1/jobs/${begun.job_id}/cancel`, { body: {} });
        const over = await ended(begun.id);
        const counts = async (): Promise<number[]> => [await count(projects.from), await count(projects.to)];
        const count = async (projectId: number): Promise<number> =>
          (await projects.owner.request<{ count: number }>('GET', `/api/v1/project/${projectId}/items?limit=1`)).body
            .count;
        expect(await counts()).toEqual([900 - over.changed, over.changed]);
        const rest = over.state === 'finished' ? undefined : (await copyOrMove({ operation: 'move' })).body;
        if (rest?.state === 'running') await ended(rest.id);
        expect(await counts()).toEqual([0, 900]);
        for (const id of [begun.id, ...(rest === undefined ? [] : [rest.id])]) {
          const { body } = await undo(id);
          if (body.state === 'running') await ended(body.id);
        }
        expect(await counts()).toEqual([900, 0]);
      },
      DATABASE_TIMEOUT_MS,
    );
  });

  describe('the rights it needs', () => {
    const share = (projectId: number, email: string, role: number): Promise<Answer> =>
      projects.owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
        body: { users: [{ user_id: email, user_role: role }] },
      });

    it('should be those of both projects, and a refusal names the project', async () => {
      const ana = await projects.team.join(`ana${crypto.randomUUID().slice(0, 8)}@north.test`);
      await attach(['a.jpg']);
      await share(projects.from, ana.email, 3);
      expect((await copyOrMove({}, { filter: {} }, ana)).status).toBe(404);
      await share(projects.to, ana.email, 1);
      const { status, body } = await copyOrMove({}, { filter: {} }, ana);
      expect([status, body.code, body.error]).toEqual([
        403,
        'FORBIDDEN',
        expect.stringContaining('add items to “Photos'),
      ]);
      expect((await preview({}, ana)).status).toBe(403);
      const quinn = await projects.team.join(`quinn${crypto.randomUUID().slice(0, 8)}@north.test`);
      for (const place of [projects.from, projects.to]) await share(place, quinn.email, 2);
      expect((await copyOrMove({}, { filter: {} }, quinn)).status).toBe(403);
      expect(await list(projects.to)).toEqual([]);
    });

    it('should end at the team, at the type of the project, and at how it keeps its files', async () => {
      await attach(['a.jpg']);
      const south = await projects.app.team(`South${crypto.randomUUID().slice(0, 8)}`);
      const theirs = (
        await south.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Theirs', type: 1 } })
      ).body.id;
      expect((await copyOrMove({ to_project_id: theirs })).status).toBe(404);
      expect((await preview({ to_project_id: theirs })).status).toBe(404);
      // The folder of another project is not found either.
      expect((await copyOrMove({ to_project_id: await project() })).status).toBe(404);
      const pixel = await project(2);
      expect(await copyOrMove({ to_project_id: pixel })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('is a Pixel project') },
      });
      await projects.owner.request('PUT', `/api/v1/project/${projects.to}/upload?name=own.png`, {
        bytes: await sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } })
          .png()
          .toBuffer(),
      });
      expect(await copyOrMove()).toMatchObject({
        status: 409,
        body: { code: 'UPLOAD_STATE', error: expect.stringContaining('stores its files in Loupe') },
      });
    });
  });
}
