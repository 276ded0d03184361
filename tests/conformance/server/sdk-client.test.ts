import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LoupeClient, LoupeError } from '#sdk/client/index.ts';
import { eachDatabase } from '../../support/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let loupe: LoupeClient;
  let url: string;

  beforeAll(async () => {
    app = await openTestApp(kind);
    const team = await app.team('North');
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`;
    loupe = new LoupeClient({ url, token: await app.app.services.sdkTokens.generate(team.id, team.owner.row.id) });
  }, 120_000);
  afterAll(() => app?.close());

  it('should make projects and walk through all pages of them', async () => {
    for (const name of ['A', 'B', 'C']) await loupe.call('/project', { method: 'POST', body: { team_id: String(loupe.teamId), name, type: 1 } });
    const names: string[] = [];
    for await (const project of loupe.pages<{ name: string }>('/api/v1/projects', {}, 2)) names.push(project.name);
    expect(names.toSorted()).toEqual(['A', 'B', 'C']);
  });

  it('should throw the server’s code and text', async () => {
    await expect(loupe.call('/project', { method: 'POST', body: { name: 'A', type: 1 } })).rejects.toMatchObject({ name: 'LoupeError', status: 409, code: 'NAME_EXISTS', message: 'A project with this name already exists.' });
    await expect(new LoupeClient({ url, token: `wrong=${loupe.teamId}` }).call('/teams')).rejects.toBeInstanceOf(LoupeError);
  });

  it('should try again when the server is away for a moment', async () => {
    const away = vi.fn<typeof fetch>().mockResolvedValueOnce(new Response('', { status: 503 })).mockImplementation((...args) => fetch(...args));
    const patient = new LoupeClient({ url, token: await app.app.services.sdkTokens.generate(loupe.teamId, 1), fetch: away });
    expect(await patient.call('/user/ME')).toMatchObject({ email: 'owner@north.test' });
    expect(away).toHaveBeenCalledTimes(2);
  });
});

it('should refuse a token that is none', () => {
  expect(() => new LoupeClient({ url: 'http://localhost', token: 'abc' })).toThrow('text=TEAMID');
});
