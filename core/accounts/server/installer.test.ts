import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { InstallationCheck } from '../common/index.ts';
import { installationCode } from './installer.ts';

let app: TestApp;
let folder: string;
let code: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-installer-'));
  app = await openTestApp('pglite', {
    plugins: [],
    jobs: false,
    settings: { mail: { folder: join(folder, 'mails'), from: 'Loupe <loupe@north.test>' } },
  });
  code = installationCode(app.keys);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const post = <T = Record<string, unknown>>(path: string, body: object, headers = {}): Promise<Answer<T>> =>
  app.request('POST', `/services/auth/installation${path}`, {
    body,
    headers: { 'x-requested-with': 'loupe-auth', ...headers },
  });
const account = {
  email: 'Rita@north.test',
  password: 'correct horse battery',
  first_name: 'Rita',
  last_name: '',
  organization: 'North',
  team: 'Alpha',
};

it('should refuse all without the code that the server printed', async () => {
  expect((await app.request('GET', '/services/auth/installation')).body).toEqual({ open: true, needsCode: true });
  for (const wrong of ['', 'AAAA-AAAA-AAAA', code.slice(1)]) {
    expect(await post('', { ...account, code: wrong })).toMatchObject({ status: 403, body: { code: 'WRONG_CODE' } });
    expect((await post('/check', { origin: 'http://localhost', code: wrong })).status).toBe(403);
  }
  expect(await app.app.services.organizations.list()).toEqual([]);
});

it('should try address, proxy, storage and mail, and say what to set', async () => {
  const check = async (body: object, headers = {}): Promise<Readonly<Record<string, string>>> => {
    const answer = await post<{ checks: readonly InstallationCheck[] }>('/check', { code, ...body }, headers);
    return Object.fromEntries(answer.body.checks.map(each => [each.part, `${each.state}: ${each.text}`]));
  };
  expect(await check({ origin: 'http://localhost', email: 'rita@north.test' })).toEqual({
    address: expect.stringContaining('passed'),
    encryption: expect.stringContaining('advice'),
    proxy: expect.stringContaining('passed'),
    database: expect.stringContaining('advice: The embedded database'),
    storage: 'passed: A file was written, read and deleted.',
    mail: expect.stringContaining('passed: The mail server took a test mail to rita@north.test'),
  });
  expect(await readdir(join(folder, 'mails'))).toHaveLength(1);
  expect(
    await check({ origin: 'https://loupe.north.test' }, { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' }),
  ).toMatchObject({
    address: expect.stringContaining('failed: This page was opened at https://loupe.north.test'),
    proxy: expect.stringContaining('Set TRUST_PROXY=2'),
    mail: expect.stringContaining('advice'),
  });
});

it('should make one organization, however many ask at once, and be gone for good then', async () => {
  const answers = await Promise.all(
    ['North', 'South', 'West'].map((organization, at) =>
      post('', { ...account, code: code.toLowerCase(), organization, email: `rita${at}@north.test` }),
    ),
  );
  expect(answers.map(each => each.status).toSorted()).toEqual([201, 410, 410]);
  expect(await app.app.services.organizations.list()).toHaveLength(1);
  const [owner] = await app.app.services.people.superAdmins();
  expect(owner).toMatchObject({ first_name: 'Rita' });
  expect((await app.request('GET', '/services/auth/installation')).body).toMatchObject({ open: false });
  expect((await app.request('GET', '/services/auth/options')).body).toMatchObject({ installation: false });
  expect(await post('/check', { code, origin: 'http://localhost' })).toMatchObject({ body: { code: 'INSTALLED' } });
});
