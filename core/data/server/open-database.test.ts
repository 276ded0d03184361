import { describe, expect, it } from 'vitest';
import { asDatabaseFault, openDatabase, silentLog } from './index.ts';

describe('openDatabase', () => {
  it('should name the place and not the password when the database cannot be reached', async () => {
    const error = (await openDatabase({ url: 'postgres://user:s3cret@127.0.0.1:1/loupe', log: silentLog }).catch(
      (reason: unknown) => reason,
    )) as Error;
    expect(error).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      status: 503,
      message: expect.stringContaining('127.0.0.1:1/loupe'),
    });
    expect(error.message).not.toContain('s3cret');
  });

  it('should refuse to open without a place', async () => {
    await expect(openDatabase({ log: silentLog })).rejects.toMatchObject({ code: 'DATABASE_NOT_NAMED' });
  });
});

describe('asDatabaseFault', () => {
  it('should answer 503 for a database that is away and for a full disk', () => {
    expect(asDatabaseFault(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      status: 503,
    });
    expect(asDatabaseFault(new Error('Connection terminated unexpectedly'))).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    expect(asDatabaseFault(new Error('Client has encountered a connection error and is not queryable'))).toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    expect(asDatabaseFault(Object.assign(new Error('could not extend file'), { code: '53100' }))).toMatchObject({
      code: 'DISK_FULL',
      status: 503,
    });
    const other = new Error('other');
    expect(asDatabaseFault(other)).toBe(other);
  });
});
