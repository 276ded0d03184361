import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import teamLinks from './index.ts';

const GUIDELINES = { title: 'Guidelines', address: 'https://example.org/guidelines' };

eachDatabase(kind => {
  let app: TestApp;
  let north: TestTeam;
  let south: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['items'], halves: [teamLinks as unknown as AnyServerHalf] });
    north = await app.team('North');
    south = await app.team('South');
  });
  afterAll(() => app?.close());

  it('should keep links of each team apart, one for each title', async () => {
    const first = await north.owner.request('POST', '/api/v1/team-links', { body: GUIDELINES });
    expect(first).toMatchObject({ status: 201, body: GUIDELINES });
    const moved = { ...GUIDELINES, address: 'https://example.org/new' };
    await north.owner.request('POST', '/api/v1/team-links', { body: moved });
    const { body } = await north.owner.request('GET', '/api/v1/team-links');
    expect(body).toMatchObject({ data: [moved] });
    expect((await south.owner.request('GET', '/api/v1/team-links')).body).toEqual({ data: [] });

    const path = `/api/v1/team-links/${first.body.id}`;
    expect(await south.owner.request('DELETE', path)).toMatchObject({ status: 404 });
    expect(await north.owner.request('DELETE', path)).toMatchObject({ status: 200 });
  });

  it('should put the name of an item into its links, for those who see it', async () => {
    await north.owner.request('POST', '/api/v1/team-links', {
      body: { title: 'Wiki', address: 'https://example.org/wiki?of={item}' },
    });
    const project = await north.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Birds', type: 1 } });
    const { body } = await north.owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: project.body.id,
        team_id: north.id,
        images: [{ name: 'a b.jpg', path: 'https://example.org/a.jpg' }],
        upload_state: 3,
        meta: {},
      },
    });
    const path = `/api/v1/project/${project.body.id}/item/${body[0]!.id}/team-links`;
    expect((await north.owner.request('GET', path)).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ address: 'https://example.org/wiki?of=a%20b.jpg' })]),
    });
    expect((await south.owner.request('GET', path)).status).toBe(404);
  });

  it('should refuse an address that is none, and name the field', async () => {
    const { status, body } = await north.owner.request('POST', '/api/v1/team-links', {
      body: { ...GUIDELINES, address: 'javascript:alert(1)' },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('address');
  });

  it('should show links to nobody who is not signed in', async () => {
    expect((await app.request('GET', '/api/v1/team-links')).status).toBe(401);
  });
});
