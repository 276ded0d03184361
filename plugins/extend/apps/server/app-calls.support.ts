import { describe, expect, it } from 'vitest';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { Answer } from '#tests/support/test-app.ts';
import { own } from './app-session.support.ts';
import type { Draft } from './app-session.support.ts';
import type { AppSession } from './app-session.support.ts';

/** Adds the tests of calls of apps and of their requests to other hosts. */
export function appCallTests(session: AppSession): void {
  const { lines, call, published, asApp } = session;

  describe('calls', () => {
    it('should pass only with a capability that was granted, within the rights of the person, and be noted', async () => {
      const app_id = await published(
        { capabilities: ['projects.read', 'items.read'] },
        { capabilities: ['projects.read'], open: ['contributor'] },
      );
      expect((await asApp<{ data: unknown[] }>(session.owner, app_id, '/api/v1/projects')).body.data).toHaveLength(1);
      expect((await asApp<{ data: unknown[] }>(session.ben, app_id, '/api/v1/projects')).body.data).toHaveLength(0);
      expect(await asApp(session.owner, app_id, `/api/v1/project/${session.project}/items`)).toMatchObject({
        status: 403,
        body: {
          code: 'CAPABILITY_DENIED',
          details: { capability: 'items.read', operation: 'items.listItems' },
          error: expect.stringContaining('See items'),
        },
      });
      expect(await asApp(session.owner, app_id, `/project/${session.project}`, 'DELETE')).toMatchObject({
        status: 403,
        body: { code: 'CAPABILITY_DENIED' },
      });
      expect(await asApp(session.ben, app_id, `/api/v1/project/${session.project}`)).toMatchObject({ status: 404 });
      expect(
        (
          await session.owner.call('main', projectsApi.operations.getProject, {
            params: { project_id: session.project },
          })
        ).status,
      ).toBe(200);
      expect((await lines(app_id)).map(each => [each.call, each.outcome, each.code, each.user])).toEqual([
        ['projects.getProject', 'failed', 'NOT_FOUND', session.ben.email],
        ['projects.deleteProject', 'refused', 'CAPABILITY_DENIED', session.owner.email],
        ['items.listItems', 'refused', 'CAPABILITY_DENIED', session.owner.email],
        ['projects.listProjects', 'done', null, session.ben.email],
        ['projects.listProjects', 'done', null, session.owner.email],
      ]);
      expect((await lines(app_id, { outcome: 'done' }))[0]!.milliseconds).toBeGreaterThanOrEqual(0);
      expect((await call<Draft>(session.owner, own.getApp, { params: { app_id } })).body.errors24h).toBe(3);
    });

    it('should be refused with a header that names no app of the caller', async () => {
      expect(await asApp(session.owner, 'one', '/api/v1/projects')).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('x-loupe-app') },
      });
      expect(await asApp(session.owner, 2_000_000_000, '/api/v1/projects')).toMatchObject({ status: 404 });
      const closed = await published({}, { capabilities: ['projects.read'] });
      expect(await asApp(session.ben, closed, '/api/v1/projects')).toMatchObject({ status: 404 });
    });

    it('should be so many in a second', async () => {
      const app_id = await published({}, { capabilities: ['projects.read'] });
      const answers = await Promise.all(
        Array.from({ length: 160 }, () => asApp(session.owner, app_id, '/api/v1/projects')),
      );
      expect(answers.some(each => each.status === 429 && each.body['code'] === 'RATE_LIMITED')).toBe(true);
      expect((await lines(app_id, { outcome: 'refused' })).map(each => each.code)).toEqual(['RATE_LIMITED']);
    });

    it('should write nothing but comments when only comments may be written', async () => {
      const app_id = await published(
        { capabilities: ['comments.write', 'annotations.read', 'annotations.write'] },
        { capabilities: ['comments.write', 'annotations.read'] },
      );
      const { operations } = annotationDocumentApi;
      const read = await asApp<{ revision: number; document: object }>(
        session.owner,
        app_id,
        `/api/v1/project/${session.project}/item/${session.item}/annotation`,
      );
      expect(read.status, JSON.stringify(read.body)).toBe(200);
      const put = (data: object): Promise<Answer> =>
        asApp(
          session.owner,
          app_id,
          operations.saveAnnotation.path
            .replace(':project_id', String(session.project))
            .replace(':item_id', String(session.item)),
          'PUT',
          { op: crypto.randomUUID(), base: read.body.revision, data },
        );
      const instance = { id: 1, type: 'bbox', classId: -1, className: 'Car', points: { x1: 1, x2: 9, y1: 1, y2: 9 } };
      expect(await put({ ...read.body.document, instances: [instance] })).toMatchObject({
        status: 403,
        body: { code: 'CAPABILITY_DENIED', details: { capability: 'annotations.write' } },
      });
      expect(await put({ instances: 5 })).toMatchObject({ status: 403, body: { code: 'CAPABILITY_DENIED' } });
      const commented = await put({
        ...read.body.document,
        comments: [{ x: 1, y: 2, resolved: false, correspondence: [{ text: 'Look', email: session.owner.email }] }],
      });
      expect(commented.status, JSON.stringify(commented.body)).toBe(200);
    });

    it('should be reported by the host as well', async () => {
      const app_id = await published({}, { open: ['contributor'] });
      expect(
        (
          await call(session.ben, own.tellOfApp, {
            params: { app_id },
            body: {
              entries: [{ call: 'items.get', outcome: 'refused', code: 'CAPABILITY_DENIED', item_id: session.item }],
            },
          })
        ).status,
      ).toBe(200);
      expect((await lines(app_id))[0]).toMatchObject({
        call: 'items.get',
        outcome: 'refused',
        user: session.ben.email,
      });
    });
  });

  describe('requests to other hosts', () => {
    it('should go to hosts that were allowed, and to no other', async () => {
      const app_id = await published({ hosts: [session.origin, 'a.test'] }, { hosts: [session.origin] });
      const send = (body: object): Promise<Answer> => call(session.owner, own.appFetch, { params: { app_id }, body });
      const answer = await send({
        url: `${session.origin}/x`,
        method: 'POST',
        headers: { 'x-mine': 'yes' },
        body: 'text',
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 200, body: 'POST yes nobody', headers: { 'content-type': 'text/plain' } },
      });
      expect(JSON.stringify(answer.body)).not.toContain('a=b');
      expect(await send({ url: 'https://a.test/' })).toMatchObject({
        status: 403,
        body: { code: 'HOST_DENIED', details: { host: 'https://a.test' } },
      });
      expect(await send({ url: `${session.origin}/away` })).toMatchObject({
        status: 422,
        body: { code: 'EGRESS_REFUSED' },
      });
      expect(await send({ url: `${session.origin}/`, headers: { Cookie: 'a' } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('headers.Cookie') },
      });
      expect(await send({ url: 'file:///etc/passwd' })).toMatchObject({ status: 400 });
      expect((await lines(app_id)).map(each => [each.call, each.outcome])).toEqual([
        ['GET no address', 'refused'],
        [`GET ${session.origin}`, 'refused'],
        [`GET ${session.origin}`, 'refused'],
        ['GET https://a.test', 'refused'],
        [`POST ${session.origin}`, 'done'],
      ]);
    });
  });
}
