import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { runOnServer } from '../support/running-server.ts';
import type { SiteClient } from '../support/site-client.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NORA = 'nora@apps-dev.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }]);

let client: SiteClient;
let token: string;
let folder: string;
let id: number;
let running: Dev | undefined;

/** The command in a process of its own, with a terminal's end of it. */
class Dev {
  readonly ended: Promise<number | null>;
  text = '';
  readonly #child: ChildProcess;

  constructor() {
    const { PATH, HOME, TMPDIR } = process.env;
    this.#child = spawn(process.execPath, [join(ROOT, 'dist/server/command.js'), 'app', 'dev', folder, address()], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', DATA_DIR: site().place.dataDir, SDK_TOKEN: token },
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', chunk => {
        this.text += String(chunk);
      });
    this.ended = new Promise(resolve => this.#child.once('close', resolve));
  }

  async says(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.text).toMatch(text);
  }

  /** Ctrl+C. */
  interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

const address = (): string => `${site().url}/t/${site().teamId}/apps/${id}/edit`;
const draft = async (): Promise<Readonly<Record<string, string>>> =>
  (await client.call<{ draft: { files: Record<string, string> } }>('GET', `/team/${site().teamId}/customapps/${id}`))
    .draft.files;
const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);

beforeAll(async () => {
  client = await site().client(NORA);
  ({ token } = await runOnServer<{ token: string }>(site().place, [
    'sdk-token',
    '--team',
    String(site().teamId),
    '--user',
    NORA,
  ]));
  folder = await mkdtemp(join(tmpdir(), 'loupe-dev-'));
  await cp(join(ROOT, 'examples/hello-app'), folder, { recursive: true });
  const files = Object.fromEntries(
    await Promise.all(
      ['loupe-app.json', 'README.md', 'src/main.tsx', 'src/percent-text.ts'].map(
        async path => [path, await readFile(join(folder, path), 'utf8')] as const,
      ),
    ),
  );
  id = (await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, { files })).id;
}, 120_000);
afterAll(() => {
  running?.kill();
  return rm(folder, { recursive: true, force: true });
});

it('should send what changes in the folder, new and gone files too, and name what is wrong with the manifest, until Ctrl+C', async () => {
  const command = new Dev();
  running = command;
  await command.says(/is being watched\. Ctrl\+C to stop\./);
  await write('src/percent-text.ts', 'export const percentText = (): string => "half";\n');
  await expect.poll(async () => (await draft())['src/percent-text.ts']).toContain('half');
  await command.says('Sent: src/percent-text.ts');
  await mkdir(join(folder, 'src/parts'));
  await Promise.all([write('src/parts/row.ts', 'export const row = 1;\n'), write('src/parts/.swap', 'left out')]);
  await expect
    .poll(async () => Object.keys(await draft()).toSorted())
    .toEqual(['README.md', 'loupe-app.json', 'src/main.tsx', 'src/parts/row.ts', 'src/percent-text.ts']);
  await rm(join(folder, 'src/parts'), { recursive: true });
  await expect.poll(async () => Object.keys(await draft())).not.toContain('src/parts/row.ts');

  const good = await readFile(join(folder, 'loupe-app.json'), 'utf8');
  await write('loupe-app.json', '{ "name": ');
  await command.says(/loupe-app\.json is not JSON/);
  await write('loupe-app.json', good);
  await expect.poll(async () => (await draft())['loupe-app.json']).toBe(good);

  expect(await command.interrupt(), command.text).toBe(0);
  expect(command.text).toContain('The draft stays as it was sent.');
  await write('src/percent-text.ts', 'export const percentText = (): string => "after";\n');
  expect((await draft())['src/percent-text.ts']).toContain('half');
});
