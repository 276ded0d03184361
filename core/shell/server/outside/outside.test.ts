import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PluginLedgerToken } from '#core/kernel/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { buildPlugin } from './build-plugin.ts';
import { bundledTemplate } from './plugin-template.ts';
import { runPluginTool } from './plugin-terminal.ts';
import { readPlugins } from './read-plugins.ts';

const root = join(import.meta.dirname, '../../../..');
let folder: string;
let plugins: string;

const place = async (name: string, files: Readonly<Record<string, string>>): Promise<void> => {
  await mkdir(join(plugins, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(plugins, name, file), text);
};
const package_ = (id: string, more: object = {}, manifest: object = {}): string =>
  JSON.stringify({ sdk: 1, version: '1.0.0', manifest: { id, title: id, ...manifest }, server: 'server.js', ...more });
const half = (activate: string, more = ''): string =>
  `export default loupe => ({ ${more} activate(context) { const { z } = loupe.module('@loupe/sdk/plugin'); ${activate} } });`;
const operation = (id: string, path = `/api/v1/${id}`): string =>
  `context.implement({ service: 'main', operations: { call: { method: 'GET', path: '${path}', summary: 'Call', access: 'team-member', reply: z.object({ from: z.string() }) } } }, { call: () => ({ from: '${id}' }) });`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-outside-'));
  plugins = join(folder, 'plugins');
  await mkdir(plugins);
  await buildPlugin(join(root, 'examples/storage-plugin'), join(plugins, 'team-notes'));
  await place('no-package', {});
  await place('not-json', { 'plugin.json': '{' });
  await place('other-hash', {
    'plugin.json': package_('other-hash', { integrity: { 'server.js': `sha384-${'A'.repeat(64)}` } }),
    'server.js': half(''),
  });
  await place('no-file', { 'plugin.json': package_('no-file') });
  await place('twin', { 'plugin.json': package_('team-notes'), 'server.js': half('') });
  await place('bad-access', {
    'plugin.json': package_('bad-access', {}, { routes: { page: { path: '/bad', title: 'Bad', access: 'fly' } } }),
    'server.js': half(''),
  });
  await place('no-half', { 'plugin.json': package_('no-half'), 'server.js': 'export default 1;' });
  await place('throws-loading', {
    'plugin.json': package_('throws-loading'),
    'server.js': 'throw new Error("broken while loading");',
  });
  await place('throws-activating', {
    'plugin.json': package_('throws-activating'),
    'server.js': half(`${operation('throws-activating')} throw new Error('broken while activating');`),
  });
  await place('needs-broken', {
    'plugin.json': package_('needs-broken', {}, { requires: ['throws-activating'] }),
    'server.js': half(operation('needs-broken')),
  });
  await place('bad-migration', {
    'plugin.json': package_('bad-migration'),
    'server.js': half(
      operation('bad-migration'),
      "migrations: { '0001': { async up(database) { await loupe.module('@loupe/sdk/plugin/server').sql`create table bad_migration.one (nonsense)`.execute(database); }, async down() {} } },",
    ),
  });
  await place('open-table', {
    'plugin.json': package_('open-table'),
    'server.js': half(
      '',
      "migrations: { '0001': { async up(database) { await loupe.module('@loupe/sdk/plugin/server').sql`create table open_table.one (team_id int)`.execute(database); }, async down() {} } },",
    ),
  });
  await place('trespasser', {
    'plugin.json': package_('trespasser'),
    'server.js': half(operation('trespasser', '/api/v1/team-notes/all')),
  });
  await place('no-organization', {
    'plugin.json': package_('no-organization'),
    'server.js': half(operation('no-organization').replace('team-member', 'ManageOrganization')),
  });
  await place('other-shapes', {
    'plugin.json': package_('other-shapes'),
    'server.js': half(operation('other-shapes').replace('z.string()', '{ safeParse: value => value }')),
  });
  await place('no-schema', {
    'plugin.json': package_('no-schema'),
    'server.js': half(
      operation('no-schema').replace(
        'z.string()',
        "z.string().meta({ id: 'Same' }), more: z.number().optional().meta({ id: 'Same' })",
      ),
    ),
  });
  await place('missing-module', {
    'plugin.json': package_('missing-module'),
    'server.js': "export default loupe => loupe.module('lodash');",
  });
  await place('throws-starting', {
    'plugin.json': package_('throws-starting'),
    'server.js': half("context.tap(context.hooks.starting, () => { throw new Error('broken while starting'); });"),
  });
  await place('throws-calling', {
    'plugin.json': package_('throws-calling'),
    'server.js': half(
      operation('throws-calling').replace(
        "=> ({ from: 'throws-calling' })",
        "=> { throw new TypeError('broken when called'); }",
      ),
    ),
  });
  await place('imports-neighbour', {
    'plugin.json': package_('imports-neighbour'),
    'word.js': "export const word = 'neighbour';",
    'server.js': `import { word } from './word.js';\n${half(operation('imports-neighbour').replace("from: 'imports-neighbour'", 'from: word'))}`,
  });
  await place('common-script', {
    'plugin.json': package_('common-script'),
    'package.json': '{"type":"commonjs"}',
    'server.js': half(operation('common-script')).replace('export default', 'module.exports ='),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('reading a folder', () => {
  it('should say of a folder that is not there what to do', async () => {
    await expect(readPlugins(join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining('PLUGINS_DIR='),
    });
  });

  it('should refuse each broken one with its own reason and take the rest', async () => {
    const found = await readPlugins(plugins);
    expect(Object.fromEntries(found.refused.map(each => [each.folder, each.reason]))).toEqual({
      'no-package': expect.stringContaining('There is no plugin.json'),
      'not-json': expect.stringContaining('plugin.json is not JSON'),
      'other-hash': expect.stringContaining('server.js is not the file that plugin.json describes'),
      'no-file': expect.stringContaining('server.js, which is not there'),
      twin: 'Plugin "team-notes" is there twice: team-notes has this id already',
    });
    const notes = found.plugins.find(each => each.manifest.id === 'team-notes')!;
    expect(notes.webFile!.integrity).toBe(
      `sha384-${createHash('sha384').update(notes.webFile!.content).digest('base64')}`,
    );
  });
});

eachDatabase(kind => {
  let app: TestApp;
  let north: TestTeam;
  let south: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['administration'], folder: plugins });
    north = await app.team('North');
    south = await app.team('South');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  const refusals = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      [...(await app.app.gate.enablement(undefined))]
        .filter(([, each]) => !each.enabled)
        .map(([id, each]) => [id, each.because!.kind]),
    );
  const faults = (id: string): string =>
    app.app.plugins
      .service('administration', PluginLedgerToken)
      .of(id)
      .faults.map(each => `${each.where}: ${each.message}`)
      .join();

  it('should keep notes of each team to itself', async () => {
    const added = await north.owner.request('POST', '/api/v1/team-notes', { body: { text: ' Buy film ' } });
    expect(added).toMatchObject({ status: 201, body: { text: 'Buy film', author: north.owner.email } });
    expect((await north.owner.request('GET', '/api/v1/team-notes')).body).toMatchObject({
      data: [{ text: 'Buy film' }],
    });
    expect((await south.owner.request('GET', '/api/v1/team-notes')).body).toEqual({ data: [] });
    expect((await south.owner.request('DELETE', `/api/v1/team-notes/${String(added.body['id'])}`)).status).toBe(404);
    expect((await app.request('GET', '/api/v1/team-notes')).status).toBe(401);
  });

  it('should run halves that import others, and scripts of the older kind', async () => {
    for (const [id, from] of [
      ['imports-neighbour', 'neighbour'],
      ['common-script', 'common-script'],
    ] as const)
      expect((await north.owner.request('GET', `/api/v1/${id}`)).body).toEqual({ from });
  });

  it('should answer HEAD wherever it answers GET, with the length of its body', async () => {
    const [whole, head] = [
      await north.owner.request('GET', '/api/v1/team-notes'),
      await north.owner.request('HEAD', '/api/v1/team-notes'),
    ];
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.raw.length)]);
  });

  it('should refuse bad input by the field, as bundled ones do', async () => {
    expect(await north.owner.request('POST', '/api/v1/team-notes', { body: { text: '' } })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('text is not valid: write something') },
    });
  });

  it('should switch one off for one organization at its next call', async () => {
    const { organizations } = app.app.services;
    await organizations.setSwitch(north.organizationId, 'team-notes', 'off', {
      id: north.owner.row.id,
      operator: false,
    });
    app.app.gate.forget();
    expect(await north.owner.request('GET', '/api/v1/team-notes')).toMatchObject({
      status: 404,
      body: { code: 'PLUGIN_DISABLED' },
    });
    expect((await south.owner.request('GET', '/api/v1/team-notes')).status).toBe(200);
    await organizations.setSwitch(north.organizationId, 'team-notes', undefined, {
      id: north.owner.row.id,
      operator: false,
    });
    app.app.gate.forget();
    expect((await north.owner.request('GET', '/api/v1/team-notes')).status).toBe(200);
  });

  it('should start beside broken ones, which are off everywhere, each with its fault', async () => {
    expect(await refusals()).toEqual({
      'bad-migration': 'failed',
      'missing-module': 'failed',
      'needs-broken': 'failed',
      'no-half': 'failed',
      'no-organization': 'failed',
      'other-shapes': 'failed',
      'throws-activating': 'failed',
      'throws-loading': 'failed',
      trespasser: 'failed',
    });
    expect(faults('throws-loading')).toBe('loading: broken while loading');
    expect(faults('throws-activating')).toBe('start: broken while activating');
    expect(faults('needs-broken')).toBe('start: It requires throws-activating, which did not start');
    expect(faults('no-half')).toContain('must export a function as default');
    expect(faults('missing-module')).toContain('"lodash" is not given to plugins');
    expect(faults('bad-migration')).toContain('migrations: Migration 0001 of bad_migration failed');
    expect(faults('trespasser')).toContain('calls of a plugin must be below /api/v1/trespasser');
    expect(faults('no-organization')).toContain('does not name the organization; put /:organization_id into it');
    expect(faults('other-shapes')).toContain(
      'Operation call of "other-shapes" has a shape for its reply that the server cannot read',
    );
    expect(faults('throws-starting')).toBe('hook core.starting: broken while starting');
    for (const id of ['throws-starting', 'throws-activating'])
      expect(
        app.app.plugins.service('administration', PluginLedgerToken).ofOrganization(id, north.organizationId).faults,
      ).toHaveLength(1);
    for (const id of ['throws-activating', 'needs-broken', 'bad-migration'])
      expect((await north.owner.request('GET', `/api/v1/${id}`)).status).toBe(404);
  });

  it('should describe all calls, and say of a shape that has no schema why', async () => {
    const { body } = await app.request<{
      readonly paths: Readonly<
        Record<
          string,
          { readonly get: { readonly responses: Readonly<Record<string, { readonly content: unknown }>> } }
        >
      >;
    }>('GET', '/openapi.json');
    const replyOf = (id: string): unknown => body.paths[`/api/v1/${id}`]?.get.responses['200']?.content;
    expect(replyOf('no-schema')).toEqual({
      'application/json': {
        schema: { description: expect.stringContaining('cannot be described: Duplicate schema id') },
      },
    });
    expect(replyOf('imports-neighbour')).toEqual({
      'application/json': { schema: expect.objectContaining({ required: ['from'] }) },
    });
    expect((await north.owner.request('GET', '/api/v1/no-schema')).body).toEqual({ from: 'no-schema' });
  });

  it('should note a fault of a call with its stack, and answer without it', async () => {
    const { status, body } = await north.owner.request('GET', '/api/v1/throws-calling');
    expect([status, JSON.stringify(body).includes('broken when called')]).toEqual([500, false]);
    const record = app.app.plugins.service('administration', PluginLedgerToken).of('throws-calling');
    expect(record.faults[0]).toMatchObject({
      where: 'GET /api/v1/throws-calling',
      message: 'broken when called',
      stack: expect.stringContaining('throws-calling/server.js'),
    });
    expect([record.uses, record.faultCount]).toEqual([1, 1]);
  });

  it('should close a table of teams that its author left open', async () => {
    const open = await app.database
      .system('look')
      .transaction(
        async trx =>
          (
            await sql<{
              forced: boolean;
            }>`select relforcerowsecurity as forced from pg_class where relname = 'one' and relnamespace = 'open_table'::regnamespace`.execute(
              trx,
            )
          ).rows,
      );
    expect(open).toEqual([{ forced: true }]);
  });

  it('should serve web halves by their hash only', async () => {
    const { webFile } = (await readPlugins(plugins)).plugins.find(each => each.manifest.id === 'team-notes')!;
    const hash = webFile!.integrity.slice(7, 29).replaceAll('+', '-').replaceAll('/', '_');
    const answer = await app.request('GET', `/plugin-files/team-notes/${hash}/web.js`);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': expect.stringContaining('immutable'),
      },
    });
    expect(answer.raw.equals(webFile!.content)).toBe(true);
    expect((await app.request('GET', '/plugin-files/team-notes/another/web.js')).status).toBe(404);
  });
});

describe('the tools of authors', () => {
  it(
    'should make a plugin that builds, starts and answers',
    async () => {
      const words = (...each: string[]): Parameters<typeof runPluginTool>[0] => ({
        words: each,
        options: { dir: folder },
      });
      await runPluginTool(words('plugin', 'new', 'bird-log'));
      await rm(join(folder, 'made'), { recursive: true, force: true });
      // Sources name no place outside their folder: they may be moved and are built from anywhere.
      await rename(join(folder, 'bird-log'), join(folder, 'moved'));
      await rm(join(folder, 'moved/.loupe'), { recursive: true });
      await runPluginTool({
        words: ['plugin', 'build', join(folder, 'moved')],
        options: { dir: join(folder, 'made/bird-log') },
      });
      const link = JSON.parse(await readFile(join(folder, 'moved/.loupe/tsconfig.json'), 'utf8'));
      expect(existsSync(link.extends)).toBe(true);
      const app = await openTestApp(anyDatabase(), { plugins: [], folder: join(folder, 'made') });
      try {
        const team = await app.team('East');
        expect((await team.owner.request('GET', '/api/v1/bird-log/hello')).body).toEqual({
          text: 'Hello Olive, this is East team.',
        });
      } finally {
        await app.close();
      }
    },
    DATABASE_TIMEOUT_MS,
  );

  it('should make a bundled plugin from the example, under its own name and in no unknown group', async () => {
    const files = await bundledTemplate('bird-log', join(root, 'examples/bundled-plugin'));
    expect(Object.keys(files)).toContain('server/bird-log.ts');
    expect(files['manifest.ts']).toContain("id: 'bird-log',\n  title: 'Bird log'");
    expect(files['server/migrations/0001-links.ts']).toContain("'bird_log.link'");
    expect(Object.values(files).join()).not.toMatch(/team.links/i);
    const words = ['plugin', 'new', 'bird-log'];
    await expect(runPluginTool({ words, options: { bundled: 'nowhere' } })).rejects.toThrow('--bundled is one of');
  });

  it.each([
    ['Bird Log', 'plain kebab-case'],
    ['auth', 'keeps for itself'],
  ])('should refuse the name %s', async (name, message) => {
    await expect(runPluginTool({ words: ['plugin', 'new', name], options: { dir: folder } })).rejects.toThrow(message);
  });

  it('should name the file and line of a mistake', async () => {
    const source = join(folder, 'mistake');
    await cp(join(root, 'examples/storage-plugin'), source, { recursive: true });
    await writeFile(join(source, 'server/index.ts'), 'export default {\n  a b\n};\n');
    await expect(buildPlugin(source)).rejects.toMatchObject({
      code: 'BUILD_FAILED',
      message: expect.stringMatching(/server\/index\.ts[\s\S]*2:/),
    });
    await writeFile(join(source, 'server/index.ts'), "import 'bird-names';\nexport default {};\n");
    await expect(buildPlugin(source)).rejects.toMatchObject({
      code: 'BUILD_FAILED',
      message: expect.stringMatching(/server\/index\.ts imports "bird-names", which was not found\. Install it/),
    });
  });
});
