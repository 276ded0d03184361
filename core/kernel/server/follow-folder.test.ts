import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followFolder } from './follow-folder.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'loupe-follow-'))));
afterEach(() => rm(folder, { recursive: true }));

it('should work at first and after each change until it is stopped', async () => {
  const stopping = new AbortController();
  let turns = 0;
  const following = followFolder(folder, stopping.signal, () => Promise.resolve(void (turns += 1)));
  await vi.waitFor(() => expect(turns).toBe(1), { timeout: 30_000 });
  await writeFile(join(folder, 'main.ts'), '1');
  await vi.waitFor(() => expect(turns).toBeGreaterThan(1), { timeout: 30_000 });
  stopping.abort();
  await following;
});

it('should end with what the work throws', async () => {
  const lost = new Error('lost');
  await expect(followFolder(folder, new AbortController().signal, () => Promise.reject(lost))).rejects.toBe(lost);
});
