import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { customAppsApi } from '../../common/api.ts';
import type { AppView } from '../../common/app.ts';
import { schemaText, withSchema } from '../../common/manifest-schema.ts';
import { appCommand, openFolder } from './app-command.ts';

const bare = JSON.stringify({ name: 'Hello', sdk: '1.0', entry: 'main.tsx', mounts: [], capabilities: [] });
/** As it stands when its schema is named. */
const manifest = withSchema(bare)!;
let app: TestApp;
let team: TestTeam;
let token: string;
let folder: string;
let id: number;

/** The test app as a server on the network. */
const ask = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(String(input));
  const answer = await app.request(init.method ?? 'GET', url.pathname + url.search, {
    headers: init.headers as Record<string, string>,
    ...(init.body === undefined || init.body === null ? {} : { body: JSON.parse(String(init.body)) as unknown }),
  });
  return new Response(new Uint8Array(answer.raw), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  });
};
const open = (sdkToken = token, appId = id, path = folder): ReturnType<typeof openFolder> =>
  openFolder(path, `http://localhost/t/${team.id}/apps/${appId}/edit`, sdkToken, ask as typeof fetch);
const draft = async (): Promise<{ files: Record<string, string>; revision: number }> =>
  (
    await team.owner.call<{ draft: { files: Record<string, string>; revision: number } }>(
      'main',
      customAppsApi.operations.getApp,
      { params: { team_id: team.id, app_id: id } },
    )
  ).body.draft;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { jobs: false });
  team = await app.team('North');
  token = await app.app.services.sdkTokens.generate(team.id, team.owner.row.id);
  folder = await mkdtemp(join(tmpdir(), 'loupe-app-'));
  await mkdir(join(folder, 'parts'));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'loupe-app.json'), bare);
  await writeFile(join(folder, 'main.tsx'), 'one');
  await writeFile(join(folder, 'parts', 'hand.ts'), 'two');
  await writeFile(join(folder, 'node_modules', 'left-out.js'), '');
  id = (
    await team.owner.call<AppView>('main', customAppsApi.operations.createApp, {
      params: { team_id: team.id },
      body: { files: { 'main.tsx': 'theirs', 'loupe-app.json': bare } },
    })
  ).body.id;
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

it('should not put a folder in place of another draft unasked', async () => {
  await expect(open().begin(false)).rejects.toMatchObject({
    code: 'DRAFT_DIFFERS',
    message: expect.stringContaining('main.tsx'),
  });
  expect((await draft()).files['main.tsx']).toBe('theirs');
});

it('should send what changed, report a manifest that is wrong, and stop when somebody else wrote', async () => {
  const sent = open();
  expect(await sent.begin(true)).toEqual({ changed: ['loupe-app.json', 'main.tsx', 'parts/hand.ts'], problems: [] });
  // Beside the manifest, for code editors; it is no source.
  expect(await readFile(join(folder, 'loupe-app.schema.json'), 'utf8')).toBe(schemaText());
  expect(await draft()).toEqual({
    files: { 'loupe-app.json': manifest, 'main.tsx': 'one', 'parts/hand.ts': 'two' },
    revision: 2,
  });
  expect(await sent.send()).toEqual({ changed: [], problems: [] });
  await writeFile(join(folder, 'loupe-app.json'), '{}');
  expect(await sent.send()).toMatchObject({
    changed: ['loupe-app.json'],
    problems: expect.arrayContaining([expect.stringMatching(/^loupe-app\.json: name is not valid/)]),
  });
  await writeFile(join(folder, 'loupe-app.json'), manifest);
  const { revision } = await draft();
  await team.owner.call('main', customAppsApi.operations.saveApp, {
    params: { team_id: team.id, app_id: id },
    body: { files: { 'main.tsx': 'theirs' }, revision },
  });
  await expect(sent.send()).rejects.toMatchObject({ code: 'DRAFT_CHANGED' });
});

it('should follow the folder, go on after a failure, and end when somebody else wrote', async () => {
  vi.stubGlobal('fetch', ask);
  vi.stubEnv('SDK_TOKEN', token);
  const listening = process.listeners('SIGINT');
  const printed: string[] = [];
  const says = (text: string): Promise<void> =>
    vi.waitFor(() => expect(printed.join('\n')).toContain(text), { timeout: 30_000 });
  const address = `http://localhost/t/${team.id}/apps/${id}/edit`;
  const running = appCommand.run(['dev', folder, address, 'replace'], {
    modelsFolder: '',
    egressAllow: [],
    print: text => void printed.push(text),
  });
  const ended = expect(running).rejects.toMatchObject({
    code: 'DRAFT_CHANGED',
    message: expect.stringContaining('Somebody changed the draft in the product meanwhile.'),
  });
  try {
    await says('is being watched. Ctrl+C to stop.');
    await rm(join(folder, 'loupe-app.json'));
    await says('has no loupe-app.json, so it is no app.');
    await writeFile(join(folder, 'loupe-app.json'), manifest);
    await writeFile(join(folder, 'main.tsx'), 'mine');
    await says('Sent: main.tsx');
    const { revision } = await draft();
    await team.owner.call('main', customAppsApi.operations.saveApp, {
      params: { team_id: team.id, app_id: id },
      body: { files: { 'loupe-app.json': manifest, 'main.tsx': 'theirs' }, revision },
    });
    await writeFile(join(folder, 'main.tsx'), 'mine again');
    await ended;
    expect((await draft()).files['main.tsx']).toBe('theirs');
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    for (const each of process.listeners('SIGINT')) if (!listening.includes(each)) process.off('SIGINT', each);
  }
});

it('should fetch a draft into a folder of its own, which is then no other than it', async () => {
  const address = `http://localhost/t/${team.id}/apps/${id}/edit`;
  const { revision } = await draft();
  await team.owner.call('main', customAppsApi.operations.saveApp, {
    params: { team_id: team.id, app_id: id },
    body: { files: { 'loupe-app.json': bare, 'main.tsx': 'one', 'parts/hand.ts': 'two' }, revision },
  });
  const fetched = join(folder, '..', `${basename(folder)}-fetched`);
  try {
    expect(await openFolder(fetched, address, token, ask as typeof fetch).pull()).toEqual([
      'loupe-app.json',
      'main.tsx',
      'parts/hand.ts',
    ]);
    expect(await readFile(join(fetched, 'parts', 'hand.ts'), 'utf8')).toBe('two');
    expect(await readFile(join(fetched, 'loupe-app.json'), 'utf8')).toBe(manifest);
    expect(await openFolder(fetched, address, token, ask as typeof fetch).begin(false)).toEqual({
      changed: ['loupe-app.json'],
      problems: [],
    });
    await expect(openFolder(fetched, address, token, ask as typeof fetch).pull()).rejects.toMatchObject({
      code: 'FOLDER_IN_USE',
    });
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
});

it('should make a folder by a template', async () => {
  const terminal = { modelsFolder: '', egressAllow: [], print: () => undefined };
  const made = join(folder, '..', `${basename(folder)}-made`);
  try {
    expect(await appCommand.run(['new', made, 'table'], terminal)).toMatchObject({
      data: { files: ['main.tsx', 'style.ts', 'loupe-app.json'] },
    });
    expect((await readdir(made)).toSorted()).toEqual([
      'loupe-app.json',
      'loupe-app.schema.json',
      'main.tsx',
      'style.ts',
    ]);
    expect(JSON.parse(await readFile(join(made, 'loupe-app.json'), 'utf8'))).toMatchObject({
      $schema: './loupe-app.schema.json',
      name: basename(made),
    });
    await expect(appCommand.run(['new', made], terminal)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    await expect(appCommand.run(['new', `${made}-2`, 'moon'], terminal)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('blank, table'),
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
});

it('should say what is missing', async () => {
  const terminal = { modelsFolder: '', egressAllow: [], print: () => undefined };
  await expect(appCommand.run(['dev'], terminal)).rejects.toMatchObject({ code: 'USAGE' });
  expect(() => openFolder(folder, 'http://localhost/t/1/apps', token)).toThrow('is not the address of an app editor');
  expect(() => openFolder(folder, 'http://localhost/t/1/apps/5/edit', undefined)).toThrow('SDK_TOKEN');
});

it('should say why it cannot begin: token, rights, app, folder', async () => {
  const ben = await team.join('ben@north.test');
  const bens = await app.app.services.sdkTokens.generate(team.id, ben.row.id);
  expect(() => open('no token')).toThrow('The token must have the form text=TEAMID.');
  await expect(open(`aaaa=${team.id}`).begin(false)).rejects.toThrow('does not know the token in SDK_TOKEN');
  await expect(open(bens).begin(false)).rejects.toThrow(`may not change apps of team ${team.id}:`);
  await expect(open(token, 999).begin(false)).rejects.toThrow('has no app 999.');
  await expect(open(token, id, join(folder, 'nowhere')).begin(false)).rejects.toThrow(/There is no folder .*nowhere\./);
});
