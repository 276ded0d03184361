import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { followFolder } from './follow-folder.ts';

it('should follow a file that editors replace by another one, again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-follow-'));
  const file = join(folder, 'main.ts');
  await writeFile(file, '0');
  const found: string[] = [];
  const stopping = new AbortController();
  const followed = followFolder(folder, stopping.signal, async () => void found.push(await readFile(file, 'utf8')));
  await vi.waitFor(() => expect(found.at(-1)).toBe('0'), { timeout: 30_000 });
  for (const text of ['1', '2', '3']) {
    await writeFile(join(folder, 'main.tmp'), text);
    await rename(join(folder, 'main.tmp'), file);
    await vi.waitFor(() => expect(found.at(-1)).toBe(text), { timeout: 30_000 });
  }
  stopping.abort();
  await followed;
  await rm(folder, { recursive: true });
});

it('should end with what the work throws', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-follow-'));
  const lost = new Error('lost');
  await expect(followFolder(folder, new AbortController().signal, () => Promise.reject(lost))).rejects.toBe(lost);
  await rm(folder, { recursive: true });
});
