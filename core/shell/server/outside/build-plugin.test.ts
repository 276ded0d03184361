import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlugin } from './build-plugin.ts';

const example = join(import.meta.dirname, '../../../../examples/storage-plugin');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-built-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('should replace an earlier build, and refuse a folder with anything else without touching it', async () => {
  const sources = join(folder, 'sources');
  await cp(example, sources, { recursive: true });
  const written = await readdir(sources);
  const plugins = join(folder, 'plugins');
  const built = join(plugins, 'team-notes');
  await mkdir(built, { recursive: true });
  for (let time = 0; time < 2; time++) {
    await buildPlugin(sources, built);
    expect((await readdir(built)).toSorted()).toEqual(['plugin.json', 'server.js', 'web.js']);
  }
  // A file of the plugin's author that lies beside it stays.
  await writeFile(join(built, 'NOTES.md'), 'mine');
  await buildPlugin(sources, built);
  expect(await readdir(built)).toContain('NOTES.md');
  for (const wrong of [plugins, sources, folder])
    await expect(buildPlugin(sources, wrong)).rejects.toMatchObject({
      code: 'BUILD_FAILED',
      message: expect.stringContaining(`${wrong} has other files. Name a folder of its own`) as string,
    });
  expect([await readdir(sources), await readdir(plugins)]).toEqual([written, ['team-notes']]);
});
