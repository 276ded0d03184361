import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';
import { processStart } from './process-start.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-lock-'));
    file = join(folder, 'server.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const leave = (holder: object | string): void =>
    writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder));

  it('should name this process and go away when it is given back', () => {
    const lock = lockDataFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      pid: process.pid,
      start: processStart(process.pid),
    });
    lock.dispose();
    lock.dispose();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('should refuse a second owner, also in this process, and say who the first is', () => {
    const lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(
      expect.objectContaining({
        code: 'DATA_FOLDER_IN_USE',
        message: expect.stringMatching(new RegExp(`${folder}.*process ${process.pid}`)),
      }),
    );
    lock.dispose();
    lockDataFolder(folder).dispose();
  });

  it('should be taken over from a process that is dead', async () => {
    const child = spawn('true');
    const start = processStart(child.pid!);
    await once(child, 'exit');
    leave({ pid: child.pid, start: start ?? 'x', host: hostname(), token: 't' });
    lockDataFolder(folder).dispose();
  });

  it('should be taken over when its process id now belongs to another process', () => {
    leave({ pid: process.ppid, start: 'a start long ago', host: hostname(), token: 't' });
    lockDataFolder(folder).dispose();
  });

  it('should be respected while its process lives', () => {
    leave({ pid: process.ppid, start: processStart(process.ppid), host: hostname(), token: 't' });
    expect(() => lockDataFolder(folder)).toThrow(/in use by process/);
  });

  it('should be respected on another machine while it is touched, and taken over afterwards', () => {
    leave({ pid: 1, start: 'x', host: 'elsewhere', token: 't' });
    expect(() => lockDataFolder(folder)).toThrow(/on elsewhere/);
    const old = new Date(Date.now() - 60_000);
    utimesSync(file, old, old);
    lockDataFolder(folder).dispose();
  });

  it.each(['', '{', 'null', '{"pid":"1"}'])('should be taken over when its file holds %j', text => {
    leave(text);
    lockDataFolder(folder).dispose();
  });

  it('should not be removed by an owner that has lost it', () => {
    const lock = lockDataFolder(folder);
    leave({ pid: process.ppid, start: processStart(process.ppid), host: hostname(), token: 'other' });
    lock.dispose();
    expect(readdirSync(folder)).toEqual(['server.lock']);
  });
});

describe('processStart', () => {
  it('should know living processes and no others', () => {
    expect(processStart(process.pid)).toBeTruthy();
    expect(processStart(process.pid)).toBe(processStart(process.pid));
    expect(processStart(2 ** 22 + 1)).toBeUndefined();
  });
});
