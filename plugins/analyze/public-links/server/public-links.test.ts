import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceBase } from '#core/api/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { keepingApi } from '#plugins/analyze/explore/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { PublicLink } from '../common/api.ts';
import { linksApi, subsetShareApi } from '../common/api.ts';
import type { OpenedSharedItem, SharedItem } from '../common/shared-api.ts';
import type { LinkTables } from './link-table.ts';

const { createPublicLink, listPublicLinks, revokePublicLink } = linksApi.operations;

interface Listed {
  readonly data: readonly SharedItem[];
  readonly more: boolean;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let project: number;
  let shown: number;
  let other: number;
  let subset: number;

  const upload = async (name: string): Promise<number> => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const { body } = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: project },
      query: { name },
      bytes,
    });
    return body.item.id;
  };
  const make = async (body: object, who = owner): Promise<PublicLink> => {
    const answer = await who.call<PublicLink>('main', createPublicLink, { params: { project_id: project }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const read = <T>(credential: string, path: string, body?: object): Promise<Answer<T>> =>
    app.request<T>(body === undefined ? 'GET' : 'POST', `/api/v1/public/${path}`, {
      headers: { authorization: `Public ${credential}` },
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    team = await app.team('North');
    owner = team.owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Streets', type: 1 } })).body.id;
    shown = await upload('shown.png');
    other = await upload('other.png');
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: project, item_id: shown },
      body: {
        op: newId(),
        base: 0,
        data: {
          metadata: { name: 'shown.png' },
          instances: [
            {
              id: newId(),
              type: 'bbox',
              classId: -1,
              attributes: [],
              points: { x1: 1, y1: 2, x2: 11, y2: 12 },
              createdBy: { email: owner.email },
            },
          ],
          tags: [],
          comments: [],
        },
      },
    });
    expect(saved.status).toBe(200);
    const query = { project_id: project };
    const made = await owner.call<{ id: number }[]>('explore', keepingApi.operations.createSubsets, {
      query,
      body: { names: ['Best'] },
    });
    subset = made.body[0]!.id;
    await owner.call('explore', keepingApi.operations.changeSubset, {
      query: { ...query, subset_id: subset },
      body: { action: 'ATTACH', item_ids: [shown] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('should show all items of a project by name, page by page, and name no person', async () => {
    const { token, url } = await make({ kind: 'project' });
    expect(url).toMatch(/\/public\/\w+\/explore$/);
    expect((await read(token, 'share')).body).toEqual({
      kind: 'project',
      name: 'Streets',
      team: 'North team',
      itemId: null,
    });
    const first = (await read<Listed>(token, 'items?limit=1')).body;
    expect([first.data.map(each => each.name), first.more]).toEqual([['other.png'], true]);
    const second = (await read<Listed>(token, `items?limit=1&after=${other}`)).body;
    expect([second.data.map(each => each.name), second.more]).toEqual([['shown.png'], false]);
    const item = await read<OpenedSharedItem>(token, `items/${shown}`);
    expect(item.body.objects).toMatchObject([{ outline: { rings: [[1, 2, 11, 2, 11, 12, 1, 12]] } }]);
    expect((await app.request('GET', item.body.picture!)).status).toBe(200);
    expect(item.raw.toString()).not.toContain(owner.email);
  });

  it('should show of a subset and of an item nothing but that', async () => {
    for (const link of [
      await make({ kind: 'subset', subset_id: subset }),
      await make({ kind: 'item', item_id: shown }),
    ]) {
      expect((await read<Listed>(link.token, 'items')).body.data.map(each => each.id)).toEqual([shown]);
      expect((await read(link.token, `items/${shown}`)).status).toBe(200);
      expect(await read(link.token, `items/${other}`)).toMatchObject({
        status: 404,
        body: { code: 'LINK_NOT_AVAILABLE' },
      });
    }
  });

  it('should answer alike for links that are unknown, revoked, expired, or of somebody who may not share any more', async () => {
    const revoked = await make({ kind: 'project' });
    const admin = await team.join('ada@x.io', 7);
    const orphaned = await make({ kind: 'project' }, admin);
    expect((await read(orphaned.token, 'share')).status).toBe(200);
    const params = { project_id: project, link_id: revoked.id };
    expect((await owner.call('main', revokePublicLink, { params })).status).toBe(200);
    expect((await owner.call('main', revokePublicLink, { params })).status).toBe(404);
    await owner.request('DELETE', `/team/${team.id}/member`, { body: { e_mail: admin.email } });
    const expired = await make({ kind: 'project', expires_at: new Date(Date.now() + 60_000).toISOString() });
    await app.database.tenant<LinkTables>(team.id).transaction(trx =>
      trx
        .updateTable('public_links.link')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('id', '=', expired.id)
        .execute(),
    );
    const answers = await Promise.all(
      [revoked.token, orphaned.token, expired.token, 'f'.repeat(64)].map(each =>
        read<Record<string, unknown>>(each, 'share'),
      ),
    );
    for (const { status, body } of answers)
      expect([status, body['code'], body['error']]).toEqual([404, 'LINK_NOT_AVAILABLE', 'This link is not available.']);
  });

  it('should ask for the password, and take a pass of no other link', async () => {
    const locked = await make({ kind: 'project', password: 'a long secret' });
    const elsewhere = await make({ kind: 'project', password: 'another secret' });
    expect(await read(locked.token, 'items')).toMatchObject({ status: 401, body: { code: 'PASSWORD_REQUIRED' } });
    expect(await read(locked.token, 'unlock', { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_WRONG' },
    });
    const { body } = await read<{ pass: string }>(locked.token, 'unlock', { password: 'a long secret' });
    expect((await read(`${locked.token}.${body.pass}`, 'items')).status).toBe(200);
    expect((await read(`${elsewhere.token}.${body.pass}`, 'items')).status).toBe(401);
  });

  it('should let only who may share a project see and make its links', async () => {
    const ana = await team.join('ana@x.io');
    await owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: project },
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const params = { project_id: project };
    expect((await ana.call('main', listPublicLinks, { params })).status).toBe(403);
    expect((await ana.call('main', createPublicLink, { params, body: { kind: 'project' } })).status).toBe(403);
  });

  it('should refuse a day in the past and a project that cannot be shown, by name', async () => {
    const params = { project_id: project };
    const past = { kind: 'project', expires_at: '2001-01-01T00:00:00Z' };
    expect(await owner.call('main', createPublicLink, { params, body: past })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expires_at') },
    });
    const form = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Chat', type: 8 } })).body.id;
    expect(
      await owner.call('main', createPublicLink, { params: { project_id: form }, body: { kind: 'project' } }),
    ).toMatchObject({ status: 422, body: { code: 'TYPE_NOT_SHOWN' } });
  });

  it('should give a subset one link by the calls of Explore', async () => {
    const { shareSubset, getSubsetShare, revokeSubsetShare } = subsetShareApi.operations;
    const query = { project_id: project, subset_id: subset };
    await owner.call('explore', revokeSubsetShare, { query });
    expect((await owner.call('explore', getSubsetShare, { query })).status).toBe(404);
    const share = (): Promise<Answer<{ token: string }>> =>
      owner.call('explore', shareSubset, { query: { project_id: project }, body: { subset_id: subset } });
    const { token } = (await share()).body;
    expect((await share()).body.token).toBe(token);
    expect((await owner.call<{ token: string }>('explore', getSubsetShare, { query })).body.token).toBe(token);
    await owner.call('explore', revokeSubsetShare, { query });
    expect((await read(token, 'share')).status).toBe(404);
  });

  it('should be accepted by no other operation', async () => {
    const { token } = await make({ kind: 'project' });
    const ids: Readonly<Record<string, number>> = { team_id: team.id, project_id: project, item_id: shown };
    const accepted: string[] = [];
    for (const { owner: plugin, name, service, operation } of app.app.operations) {
      if (plugin === 'public-links' && operation.signed === true) continue;
      const path = operation.path.replace(/:([a-zA-Z_]+)/g, (_, key: string) => String(ids[key] ?? 1));
      const { status } = await app.request(operation.method, `${serviceBase(service)}${path}?team_id=${team.id}`, {
        headers: { authorization: `Public ${token}` },
        ...(operation.method === 'GET' || operation.body === undefined ? {} : { body: {} }),
      });
      // Calls that prove themselves by a signature of their own refuse it in their own words.
      if (operation.signed === true ? status < 400 : status !== 401) accepted.push(`${plugin}.${name}: ${status}`);
    }
    expect(accepted).toEqual([]);
  });
});
