import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEYS_FILE, loadKeys, makeKeys, rotateBlobKey } from './keys.ts';

describe('keys', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-keys-'));
    file = join(folder, KEYS_FILE);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('should be made at the first start, for the owner only, and be the same afterwards', async () => {
    const made = await loadKeys(folder);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await loadKeys(folder)).toEqual(made);
    expect(await readdir(folder)).toEqual([KEYS_FILE]);
  });

  it('should be the same for processes that start at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => loadKeys(folder)));
    for (const each of made) expect(each).toEqual(made[0]);
  });

  it('should differ between installations', () => {
    expect(makeKeys().session).not.toBe(makeKeys().session);
  });

  it('should sign and verify tokens', () => {
    const { tokens } = makeKeys();
    const signature = sign(
      undefined,
      Buffer.from('text'),
      createPrivateKey({ key: { ...tokens.privateKey }, format: 'jwk' }),
    );
    expect(
      verify(
        undefined,
        Buffer.from('text'),
        createPublicKey({ key: { ...tokens.publicKey }, format: 'jwk' }),
        signature,
      ),
    ).toBe(true);
  });

  it('should refuse a file that others may read, with the cure', async () => {
    await loadKeys(folder);
    await chmod(file, 0o644);
    await expect(loadKeys(folder)).rejects.toMatchObject({
      code: 'KEYS_UNSAFE',
      message: expect.stringContaining(`chmod 600 ${file}`),
    });
  });

  it('should refuse a damaged file by name and field, without showing a secret', async () => {
    const keys = await loadKeys(folder);
    const write = (value: unknown): Promise<void> =>
      writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
    await write('{');
    await expect(loadKeys(folder)).rejects.toMatchObject({
      code: 'KEYS_MALFORMED',
      message: expect.stringContaining(file),
    });
    await write({ ...keys, session: 'my-weak-secret' });
    const error = (await loadKeys(folder).catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain('session');
    expect(error.message).not.toContain('my-weak-secret');
    await write({ ...keys, encryption: [] });
    await expect(loadKeys(folder)).rejects.toThrow(/encryption/);
    await write('');
    await expect(loadKeys(folder)).rejects.toMatchObject({ code: 'KEYS_MALFORMED' });
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('should keep the key before when the key of addresses is changed', async () => {
    const first = await loadKeys(folder);
    const second = await rotateBlobKey(folder);
    const third = await rotateBlobKey(folder);
    expect(second.blobs[1]).toEqual(first.blobs[0]);
    expect(third.blobs).toEqual([expect.anything(), second.blobs[0]]);
    expect(await loadKeys(folder)).toEqual(third);
    expect({ ...third, blobs: [] }).toEqual({ ...first, blobs: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
