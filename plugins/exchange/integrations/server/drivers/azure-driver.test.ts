import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import { AzureDriver } from './azure-driver.ts';
import { openAzurite } from './azurite.support.ts';
import type { Azurite } from './azurite.support.ts';

const never = new AbortController().signal;
const egress = new Egress(new EgressAllowance(['127.0.0.1']));
let azurite: Azurite;
let folder: string;

interface Changed {
  readonly container?: string;
  readonly key?: string;
  readonly prefix?: string;
  readonly way?: Egress;
}

const driver = ({ container = 'photos', key = azurite.key, prefix = '', way = egress }: Changed = {}): AzureDriver =>
  new AzureDriver(
    container,
    { account: azurite.account, prefix, blob_endpoint: azurite.endpoint },
    { account_key: key },
    way.agents(),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-azurite-'));
  azurite = await openAzurite(folder);
  const photos = new ContainerClient(
    `${azurite.endpoint}/photos`,
    new StorageSharedKeyCredential(azurite.account, azurite.key),
  );
  await photos.create();
  for (const [name, content] of [
    ['team/a.html', '0123456789'],
    ['team/b c%20#ü.png', 'picture'],
    ['team/night/c.png', 'night'],
    ['roof.png', ''],
  ] as const)
    await photos.getBlockBlobClient(name).upload(content, Buffer.byteLength(content));
});
afterAll(async () => {
  await azurite?.close();
  await egress.close();
  await rm(folder, { recursive: true });
});

describe('a container of Azure', () => {
  it('should list what lies directly in a folder, and all files below its prefix', async () => {
    expect((await driver().list('')).map(each => [each.path, each.size, each.dir])).toEqual([
      ['roof.png', 0, false],
      ['team', 0, true],
    ]);
    const team = driver({ prefix: 'team/' });
    expect((await team.list('')).map(each => each.path)).toEqual(['a.html', 'b c%20#ü.png', 'night']);
    const walked: string[] = [];
    for await (const each of team.walk('', never)) walked.push(each.path);
    expect(walked).toEqual(['a.html', 'b c%20#ü.png', 'night/c.png']);
    expect(await team.list('nothing')).toEqual([]);
  });

  it('should not be asked by a proxy of the environment', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    try {
      expect(await driver().list('team/night')).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('should read a file whole and in part', async () => {
    const file = await driver().find('team/a.html');
    expect(file?.size).toBe(10);
    expect(await text(await file!.open())).toBe('0123456789');
    expect(await text(await file!.open({ first: 2, last: 4 }))).toBe('234');
    expect(await driver().find('nothing.png')).toBeUndefined();
  });

  it('should give browsers an address of one file, which none of them runs', async () => {
    const address = await driver({ prefix: 'team/' }).address('a.html', 'a.html');
    const answer = await fetch(address);
    expect(await answer.text()).toBe('0123456789');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await fetch(address.replace('a.html', 'night/c.png'))).status).toBe(403);
    expect(await (await fetch(await driver().address('team/b c%20#ü.png', 'b.png'))).text()).toBe('picture');
  });

  it('should write a new file, and never over one that is there', async () => {
    const content = randomBytes(9 * 1024 * 1024);
    await driver({ prefix: 'out/' }).write('all.zip', Readable.from([content]), never);
    expect((await driver().find('out/all.zip'))?.size).toBe(content.length);
    await expect(driver().write('out/all.zip', Readable.from([Buffer.from('x')]), never)).rejects.toMatchObject({
      code: 'INTEGRATION_FAILED',
      message: expect.stringContaining('already') as string,
    });
  });

  it('should be checked step by step, and name what to correct', async () => {
    expect(await driver().check()).toMatchObject({ ok: true, steps: [{ name: 'list' }, { name: 'read' }] });
    const messages = async (of: AzureDriver): Promise<string> => (await of.check()).steps.at(-1)!.message;
    expect(await messages(driver({ key: randomBytes(64).toString('base64') }))).toBe(
      'The storage cannot be used: the account key is wrong, or the account does not allow the network of this server.',
    );
    expect(await messages(driver({ container: 'nothing' }))).toBe(
      'The storage cannot be used: the container does not exist.',
    );
  });

  it('should be refused where the operator allows no such address', async () => {
    const closed = new Egress(new EgressAllowance([]));
    await expect(driver({ way: closed }).list('')).rejects.toMatchObject({ code: 'EGRESS_REFUSED', status: 422 });
    await closed.close();
  });
});
