import { describe, expect, it } from 'vitest';
import type { Answer } from '#tests/support/test-app.ts';
import { forms } from './model-calls.support.ts';
import type { ModelCalls } from './model-calls.support.ts';

/** Adds the tests of requests that scripts of forms send. */
export function scriptRequestTests(calls: ModelCalls): void {
  const { newest } = calls;

  describe("a request of a form's script", () => {
    const put = (hosts: readonly string[]): Promise<Answer> =>
      calls.owner.request('POST', `/project/${calls.project}/custom-editor-template`, {
        body: {
          components: [{ id: 'note', type: 'input' }],
          environments: [
            { name: 'TOKEN', value: 'secret-value-123', secure: true },
            { name: 'BASE', value: calls.upstream.origin, secure: false },
            { name: 'EMPTY', value: '', secure: true },
          ],
          meta: { hosts },
        },
      });
    const send = (body: object): Promise<Answer<{ status: number; headers: Record<string, string>; body: string }>> =>
      calls.ana.call('main', forms.scriptFetch, {
        params: { project_id: calls.project },
        body: { item_id: calls.item, ...body },
      });

    it('should go to the hosts of the published form with its secrets, and hide them where they are repeated', async () => {
      await put([calls.upstream.origin]);
      const { status, body } = await send({
        url: '{{BASE}}/echo?key={{TOKEN}}',
        method: 'POST',
        headers: { 'X-Api-Key': '{{TOKEN}}', accept: '*/*' },
        body: '{"say":"{{TOKEN}} {{UNKNOWN}}"}',
      });
      expect(status).toBe(200);
      expect(calls.upstream.asked[0]).toMatchObject({
        path: '/echo?key=secret-value-123',
        body: { say: 'secret-value-123 {{UNKNOWN}}' },
      });
      expect(calls.upstream.asked[0]!.headers).toMatchObject({ 'x-api-key': 'secret-value-123' });
      expect(body.body).not.toContain('secret-value-123');
      expect(body.body).toContain('•••');
      expect(body.headers).toMatchObject({ 'x-request-id': 'echo' });
      expect(body.headers['set-cookie']).toBeUndefined();
      expect(await newest()).toMatchObject({
        kind: 'fetch',
        target: `POST ${calls.upstream.origin}`,
        state: 'done',
        email: calls.ana.email,
        item_name: 'one',
      });
    });

    it('should go nowhere else, not even by a redirect, and every refusal is noted', async () => {
      await put(['api.example.org']);
      for (const url of [
        `${calls.upstream.origin}/echo`,
        'http://api.example.org/',
        'https://api.example.org.evil.test/',
        'https://{{TOKEN}}.evil.test/',
      ]) {
        const answer = await send({ url, headers: { 'x-api-key': '{{TOKEN}}' } });
        expect(answer).toMatchObject({ status: 403, body: { code: 'SCRIPT_HOST' } });
        expect(answer.raw.toString()).not.toContain('secret-value');
        expect((await newest()).state).toBe('refused');
      }
      expect(calls.upstream.asked).toEqual([]);
      await put([calls.upstream.origin]);
      expect(
        await send({ url: `${calls.upstream.origin}/away`, method: 'POST', body: '{"a":"{{TOKEN}}"}' }),
      ).toMatchObject({ status: 422, body: { code: 'EGRESS_REFUSED' } });
    });

    it.each([
      [{ url: '/echo' }, 'url'],
      [{ url: '{{BASE}}/echo', headers: { host: 'x' } }, 'headers.host'],
      [{ url: '{{BASE}}/echo', headers: { 'a b': 'x' } }, 'headers.a b'],
      [{ url: '{{BASE}}/echo', headers: { a: 'x\r\nb: c' } }, 'headers.a'],
      [{ url: '{{BASE}}/{{EMPTY}}' }, 'EMPTY'],
    ])('should name what is wrong with %j', async (body, field) => {
      await put([calls.upstream.origin]);
      expect((await send(body)).body).toMatchObject({ code: 'INVALID_FIELD', details: { issues: [{ field }] } });
    });

    it('should be limited for each person', async () => {
      await put([calls.upstream.origin]);
      const all = await Promise.all(Array.from({ length: 60 }, () => send({ url: '{{BASE}}/echo' })));
      expect(all.filter(each => each.status === 429).length).toBeGreaterThan(10);
      await expect.poll(async () => (await send({ url: '{{BASE}}/echo' })).status, { interval: 100 }).toBe(200);
    });
  });
}
