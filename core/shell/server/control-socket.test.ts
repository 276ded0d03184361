import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askControl, serveControl } from './control-socket.ts';

describe.each([
  ['short', ''],
  ['long', 'x'.repeat(120)],
])('the control socket of a data folder with a %s path', (_, tail) => {
  let root: string;
  let folder: string;
  const servers: Server[] = [];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'loupe-control-'));
    folder = await mkdtemp(join(root, `data${tail}`));
  });
  afterEach(async () => {
    for (const each of servers.splice(0)) {
      each.close();
      await once(each, 'close');
    }
    await rm(root, { recursive: true });
  });

  const serve = async (text: string): Promise<Server | undefined> => {
    const server = await serveControl(folder, () => Promise.resolve({ text, data: {} }));
    if (server !== undefined) servers.push(server);
    return server;
  };

  it('should stay with the first server when a second one starts on the same folder', async () => {
    await serve('first');
    expect(await serve('second')).toBeUndefined();
    expect((await askControl(folder, ['x']))?.text).toBe('first');
  });

  it('should be taken over from a server that was killed', async () => {
    expect(await askControl(folder, ['x'])).toBeUndefined();
    await writeFile(join(folder, 'control.sock'), '').catch(() => undefined);
    await serve('next');
    expect((await askControl(folder, ['x']))?.text).toBe('next');
  });

  it.runIf(tail !== '')(
    'should be in a folder of its own whose name nobody can guess, named by the data folder',
    async () => {
      const places: string[] = [];
      for (const text of ['one', 'two']) {
        const server = await serve(text);
        places.push(await readFile(join(folder, 'control.path'), 'utf8'));
        expect((await stat(dirname(places.at(-1)!))).mode & 0o777).toBe(0o700);
        servers.splice(0);
        server!.close();
        await once(server!, 'close');
      }
      expect(places[0]).not.toBe(places[1]);
      for (const each of places) expect(existsSync(dirname(each))).toBe(false);
    },
  );
});
