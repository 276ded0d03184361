import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { gate } from '#tests/support/gate.ts';
import { MODEL_KEY } from '#tests/support/model-server.ts';
import type { Answer } from '#tests/support/test-app.ts';
import type { Budget, Credential } from '../common/model.ts';
import type { ModelsTables } from './models-tables.ts';
import { modelCalls, own, forms } from './model-calls.support.ts';
import type { Event } from './model-calls.support.ts';
import { scriptRequestTests } from './script-requests.support.ts';

const textOf = (events: readonly Event[]): string =>
  events
    .filter(([name]) => name === 'delta')
    .map(([, data]) => String(data['text']))
    .join('');

eachDatabase(kind => {
  const calls = modelCalls(kind);
  const { call, model, run, newest } = calls;

  describe('credentials', () => {
    it('should be tried by a call before they are kept, and never reveal their key', async () => {
      const wrong = await call(calls.owner, own.createCredential, {
        body: { name: 'Wrong', provider: 'compatible', base_url: calls.upstream.url, key: 'sk-other' },
      });
      expect(wrong).toMatchObject({ status: 422, body: { code: 'CREDENTIAL_CHECK' } });
      expect(wrong.raw.toString()).not.toContain('sk-other');
      const unchecked = await call<Credential>(calls.owner, own.createCredential, {
        body: { name: 'Later', provider: 'compatible', base_url: calls.upstream.url, key: 'sk-other', check: false },
      });
      expect(unchecked.body).toMatchObject({ check_passed: null, has_key: true });
      const found = await call<{ ok: boolean; message: string; models: string[] }>(calls.owner, own.checkCredential, {
        params: { credential_id: calls.credential },
      });
      expect(found.body).toMatchObject({ ok: true, models: ['echo', 'slow-200'] });
      const list = await call(calls.owner, own.listCredentials);
      expect(list.raw.toString()).not.toMatch(/sk-/);
      expect(list.body).toMatchObject({
        credentials: [
          { name: 'Later' },
          { name: 'Ours', base_url: calls.upstream.url, has_key: true, check_passed: true },
        ],
      });
      const stored = await calls.app.database.system('test').transaction(trx =>
        trx
          .selectFrom('language_models.credential' as never)
          .selectAll()
          .execute(),
      );
      expect(JSON.stringify(stored)).not.toContain(MODEL_KEY);
    });

    it('should ask for the key again when they lead elsewhere, and name the fields that are wrong', async () => {
      const change = (body: object): Promise<Answer> =>
        call(calls.owner, own.updateCredential, {
          params: { credential_id: calls.credential },
          body: { name: 'Ours', provider: 'compatible', ...body },
        });
      expect((await change({ base_url: 'http://127.0.0.1:9/v1' })).body).toMatchObject({
        code: 'INVALID_FIELD',
        details: { issues: [{ field: 'key' }] },
      });
      expect((await change({ base_url: 'ftp://x' })).body).toMatchObject({
        details: { issues: [{ field: 'base_url' }] },
      });
      expect((await change({ base_url: calls.upstream.url })).status).toBe(200);
      expect(
        (
          await call(calls.owner, own.createCredential, {
            body: { name: 'ours', provider: 'compatible', base_url: calls.upstream.url, check: false },
          })
        ).body,
      ).toMatchObject({ code: 'NAME_EXISTS' });
      expect(
        (await call(calls.owner, own.createCredential, { body: { name: 'No key', provider: 'openai' } })).body,
      ).toMatchObject({ details: { issues: [{ field: 'key' }] } });
      expect(
        (
          await call(calls.owner, own.createCredential, {
            body: { name: 'Inside', provider: 'compatible', base_url: 'http://169.254.169.254/v1' },
          })
        ).body,
      ).toMatchObject({ code: 'CREDENTIAL_CHECK' });
    });

    it('should not be for contributors, nor be deleted while a model uses them', async () => {
      await model('echo');
      expect(
        (await call(calls.owner, own.deleteCredential, { params: { credential_id: calls.credential } })).body,
      ).toMatchObject({ code: 'CREDENTIAL_IN_USE' });
      for (const operation of [own.listCredentials, own.listModels, own.listRuns, own.getBudget])
        expect((await call(calls.ana, operation)).status).toBe(403);
    });
  });

  describe('a run', () => {
    it('should stream an answer and keep who, what it cost, and how long it took', async () => {
      const { name } = await model('echo', {
        price_in: 1,
        price_out: 20_000,
        instructions: 'Be kind.',
        temperature: 0.5,
        max_tokens: 100,
        reasoning_effort: 'low',
        verbosity: 'high',
      });
      const { answer, events } = await run(calls.ana, { model: name, params: { max_tokens: 500 } });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
      expect(textOf(events)).toBe('You said: Hello there');
      const [last, done] = events.at(-1)!;
      expect(last).toBe('done');
      expect(done).toMatchObject({
        usage: { input_tokens: 12, output_tokens: 4, estimated: false },
        cost: 0.080012,
        finish: 'stop',
      });
      expect(events.filter(([each]) => each === 'delta').length).toBeGreaterThan(2);
      expect(calls.upstream.asked[0]!.body).toMatchObject({
        model: 'echo',
        temperature: 0.5,
        max_tokens: 100,
        reasoning_effort: 'low',
        verbosity: 'high',
        stream: true,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hello there' },
        ],
      });
      expect(await newest()).toMatchObject({
        id: done['run_id'],
        kind: 'run',
        email: calls.ana.email,
        project_name: 'Chats',
        item_name: 'one',
        target: name,
        state: 'done',
        input_tokens: 12,
        output_tokens: 4,
        cost: 0.080012,
      });
      const csv = (await call(calls.owner, own.downloadRuns, { query: { text: name } })).raw.toString();
      expect(csv.split('\r\n')).toHaveLength(3);
      expect(csv).toContain('ana@north.test,Chats,one');
      // Said before the download begins, not by breaking it off.
      expect((await call(calls.owner, own.downloadRuns, { query: { text: '\0' } })).status).toBe(400);
      expect(answer.raw.toString()).not.toContain(MODEL_KEY);
    });

    it.each([
      ['anthropic', 'echo', 'You said: Hello there'],
      ['simple', 'any', 'Simply: Hello there'],
    ])('should speak the words of %s', async (provider, name, text) => {
      const address = provider === 'simple' ? `${calls.upstream.origin}/simple` : calls.upstream.url;
      const made = await call<Credential>(calls.owner, own.createCredential, {
        body: { name: `By ${provider}`, provider, base_url: address, key: MODEL_KEY },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { events } = await run(calls.ana, {
        model: (await model(name, { credential_id: made.body.id, instructions: 'Be kind.' })).name,
      });
      expect([textOf(events), events.at(-1)![0]]).toEqual([text, 'done']);
      expect(events.at(-1)![1]).toMatchObject({ usage: { estimated: false } });
      const { body } = calls.upstream.asked.at(-1)!;
      if (provider === 'anthropic')
        expect(body).toMatchObject({ system: 'Be kind.', max_tokens: 4096, messages: [{ role: 'user' }] });
      else
        expect(body).toMatchObject({
          messages: [{ role: 'system' }, { role: 'user' }],
          params: { response_format: 'text' },
        });
    });

    it('should take an answer that comes in one piece', async () => {
      const { events } = await run(calls.ana, { model: (await model('whole')).name });
      expect([textOf(events), events.at(-1)![0]]).toEqual(['You said: Hello there', 'done']);
    });

    it('should try again while nothing came, and not more often than the model says', async () => {
      expect(textOf((await run(calls.ana, { model: (await model('busy-2', { retries: 2 })).name })).events)).toBe(
        'You said: Hello there',
      );
      expect(calls.upstream.asked).toHaveLength(3);
      calls.upstream.asked.length = 0;
      const { events } = await run(calls.ana, { model: (await model('fail-500', { retries: 1 })).name });
      expect(events.at(-1)).toMatchObject(['error', { code: 'MODEL_DOWN' }]);
      expect(calls.upstream.asked).toHaveLength(2);
    });

    it.each([
      ['fail-401', 'MODEL_KEY'],
      ['fail-404', 'MODEL_UNKNOWN'],
      ['fail-400', 'MODEL_REFUSED'],
      ['fail-429', 'MODEL_BUSY'],
      ['fail-503', 'MODEL_DOWN'],
      ['cut', 'MODEL_CUT'],
      ['odd', 'MODEL_ANSWER'],
      ['never', 'MODEL_TIMEOUT'],
      ['silent', 'MODEL_TIMEOUT'],
    ])('should say what went wrong with %s, in its own words', async (name, code) => {
      const { answer, events } = await run(calls.ana, {
        model: (await model(name, { retries: 0, timeout_seconds: 1 })).name,
      });
      expect(events.at(-1)).toMatchObject(['error', { code }]);
      expect(answer.raw.toString()).not.toMatch(/upstream words|sk-test/);
      expect(await newest()).toMatchObject({ state: 'failed', error: events.at(-1)![1]['message'] });
    });

    it('should demand JSON where the model is set to it', async () => {
      const schema = { type: 'object', properties: { answer: { type: 'number' } } };
      const { events } = await run(calls.ana, {
        model: (await model('json', { response_format: 'json', response_schema: schema })).name,
      });
      expect([textOf(events), events.at(-1)![0]]).toEqual(['{"answer": 42}', 'done']);
      expect(calls.upstream.asked[0]!.body).toMatchObject({
        response_format: { type: 'json_schema', json_schema: { schema } },
      });
      expect(
        (await run(calls.ana, { model: (await model('echo', { response_format: 'json' })).name })).events.at(-1),
      ).toMatchObject(['error', { code: 'MODEL_NOT_JSON' }]);
    });

    it('should end the call to the provider when the reader goes away', async () => {
      const { name } = await model('slow-100');
      await calls.app.app.http.listen({ port: 0, host: '127.0.0.1' });
      const { port } = calls.app.app.http.server.address() as AddressInfo;
      const { session } = await calls.app.app.services.sessions.open(calls.ana.row, {
        agent: 'test',
        address: '127.0.0.1',
      });
      const leave = new AbortController();
      const response = await fetch(
        `http://127.0.0.1:${port}/api/v1/project/${calls.project}/models/run?team_id=${calls.team.id}`,
        {
          method: 'POST',
          signal: leave.signal,
          headers: { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: name, prompt: 'a b c d e f g h i j k l m n o p', item_id: calls.item }),
        },
      );
      const reader = response.body!.getReader();
      let seen = '';
      for (let read = await reader.read(); !read.done && !seen.includes('event: delta'); read = await reader.read())
        seen += new TextDecoder().decode(read.value);
      expect([response.status, seen.includes('event: delta')]).toEqual([200, true]);
      leave.abort();
      await expect.poll(() => calls.upstream.asked[0]!.left, { timeout: 120_000 }).toBe(true);
      await expect.poll(async () => (await newest()).state).toBe('stopped');
      expect(await newest()).toMatchObject({ estimated: true });
      calls.app.app.http.server.closeAllConnections();
    });

    it('should not be made twice with one key', async () => {
      const { name } = await model('echo');
      const key = crypto.randomUUID();
      expect((await run(calls.ana, { model: name, key })).events.at(-1)![0]).toBe('done');
      expect((await run(calls.ana, { model: name, key })).answer).toMatchObject({
        status: 409,
        body: { code: 'RUN_REPEATED' },
      });
      expect(calls.upstream.asked).toHaveLength(1);
    });

    it('should be refused beyond the budget of the month, and be noted', async () => {
      const { name } = await model('echo');
      const { body: before } = await call<Budget>(calls.owner, own.getBudget);
      expect(before.used_tokens).toBeGreaterThan(0);
      await call(calls.owner, own.putBudget, { body: { monthly_tokens: before.used_tokens + 5 } });
      const { answer } = await run(calls.ana, { model: name, prompt: 'long '.repeat(100) });
      expect(answer).toMatchObject({ status: 422, body: { code: 'MODEL_BUDGET' } });
      expect(calls.upstream.asked).toEqual([]);
      expect(await newest()).toMatchObject({ state: 'refused', input_tokens: 0, email: calls.ana.email });
      await call(calls.owner, own.putBudget, { body: { monthly_tokens: null } });
      expect((await run(calls.ana, { model: name })).answer.status).toBe(200);
    });

    it.runIf(calls.kind === 'postgres')('should wait while another call counts against the same budget', async () => {
      const { name } = await model('echo');
      const { body: before } = await call<Budget>(calls.owner, own.getBudget);
      await call(calls.owner, own.putBudget, { body: { monthly_tokens: before.used_tokens + 100 } });
      const system = calls.app.database.system<ModelsTables>('a call that counts against the budget');
      const [held, ending] = [gate(), gate()];
      const first = system.transaction(async trx => {
        await trx
          .selectFrom('language_models.budget')
          .select('team_id')
          .where('team_id', '=', calls.team.id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        held.open();
        await ending.opened;
        await trx
          .insertInto('language_models.run')
          .values({
            team_id: calls.team.id,
            kind: 'run',
            target: 'first',
            model_id: null,
            project_id: null,
            item_id: null,
            email: calls.owner.email,
            key: null,
            state: 'running',
            input_tokens: 100,
            output_tokens: 0,
            estimated: true,
            cost: null,
            latency_ms: null,
            error: null,
          })
          .execute();
      });
      const watch = new Client({ connectionString: calls.app.databaseUrl! });
      await watch.connect();
      try {
        await held.opened;
        let ended = false;
        const second = run(calls.ana, { model: name }).finally(() => (ended = true));
        const waiting = async (): Promise<boolean> =>
          (
            await watch.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows.length > 0;
        await expect.poll(async () => ended || (await waiting())).toBe(true);
        ending.open();
        expect((await second).answer).toMatchObject({ status: 422, body: { code: 'MODEL_BUDGET' } });
      } finally {
        ending.open();
        await first;
        await watch.end();
        await system.transaction(trx => trx.deleteFrom('language_models.run').where('target', '=', 'first').execute());
        await call(calls.owner, own.putBudget, { body: { monthly_tokens: null } });
      }
    });

    it('should count the longest answer of a call under way, so that several at once keep to the budget', async () => {
      const { name } = await model('slow-150', { max_tokens: 100 });
      const { body: before } = await call<Budget>(calls.owner, own.getBudget);
      await call(calls.owner, own.putBudget, { body: { monthly_tokens: before.used_tokens + 90 } });
      const first = run(calls.ana, { model: name });
      await expect.poll(() => calls.upstream.asked.length).toBe(1);
      expect((await run(calls.ana, { model: name })).answer).toMatchObject({
        status: 422,
        body: { code: 'MODEL_BUDGET' },
      });
      expect((await first).events.at(-1)![0]).toBe('done');
      expect((await run(calls.ana, { model: name })).answer.status).toBe(200);
      await call(calls.owner, own.putBudget, { body: { monthly_tokens: null } });
    });

    it('should be for who may change the item, in projects the model is for', async () => {
      const { name } = await model('echo');
      expect(
        (await run(await calls.team.join(`ben-${crypto.randomUUID()}@north.test`), { model: name })).answer.status,
      ).toBe(404);
      expect((await run(calls.ana, { model: name, item_id: undefined })).answer.body).toMatchObject({
        code: 'INVALID_FIELD',
        details: { issues: [{ field: 'item_id' }] },
      });
      expect((await run(calls.owner, { model: name, item_id: undefined })).answer.status).toBe(200);
      expect((await run(calls.ana, { model: name, item_id: 999_999 })).answer.status).toBe(404);
      const other = (
        await calls.owner.request<{ id: number }>('POST', '/project', {
          body: { name: `Other ${crypto.randomUUID()}`, type: 8 },
        })
      ).body.id;
      const limited = await model('echo', { project_ids: [other] });
      expect((await run(calls.ana, { model: limited.name })).answer).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
      expect((await run(calls.owner, { model: limited.name, item_id: undefined }, other)).events.at(-1)![0]).toBe(
        'done',
      );
      const listed = (
        await calls.ana.call<{ models: { name: string }[] }>('main', forms.projectModels, {
          params: { project_id: calls.project },
        })
      ).body.models.map(each => each.name);
      expect([listed.includes(name), listed.includes(limited.name)]).toEqual([true, false]);
    });
  });

  scriptRequestTests(calls);
});
