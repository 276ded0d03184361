import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TOOL = fileURLToPath(new URL('plugin-tool.mjs', import.meta.url));
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-plugin-tool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('should make the sources of a plugin without a build, and say why it does not', async () => {
  const tool = (...words: readonly string[]): ReturnType<typeof run> =>
    run(process.execPath, [TOOL, 'plugin', 'new', ...words, '--dir', folder, '--json']);
  const { stdout } = await tool('bird-log');
  const { folder: made, files } = JSON.parse(String(stdout)) as { folder: string; files: readonly string[] };
  expect(files).toContain('manifest.ts');
  expect(await readFile(join(made, 'manifest.ts'), 'utf8')).toContain('bird-log');
  await expect(tool('Bird_Log')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('kebab-case') });
});
