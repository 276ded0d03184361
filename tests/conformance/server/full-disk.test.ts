import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IncomingFiles } from '#core/data/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { photograph } from '#tests/support/site-client.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

let folder: string;
let site: TestApp;
let team: TestTeam;
let projectId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-full-'));
  // A reserve that no disk has is a full disk for all that is received.
  site = await openTestApp(anyDatabase(), {
    incoming: await IncomingFiles.open({ folder, reserveBytes: Number.MAX_SAFE_INTEGER }),
  });
  team = await site.team('Full');
  projectId = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Full', type: 1 } })).body
    .id;
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

it('should answer uploads with STORAGE_FULL when the disk is full, and everything else as before', async () => {
  const bytes = await photograph('allium-oreophilum');
  const once = await team.owner.request('PUT', `/api/v1/project/${projectId}/upload?name=one.jpg`, { bytes });
  expect(once).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
  const parts = await team.owner.request('POST', `/api/v1/project/${projectId}/uploads?name=two.jpg`, {
    bytes,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'content-type': 'application/offset+octet-stream',
    },
  });
  expect(parts).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
  expect((await team.owner.request('GET', `/api/v1/project/${projectId}/item-counts`)).status).toBe(200);
});
