import { Agent as HttpAgent, createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import type { EgressAgents } from '#core/egress/server/index.ts';
import { S3Driver } from './s3-driver.ts';

describe('a storage of the S3 protocol that does not end', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void = () => undefined;
  let asked = 0;
  const driver = (
    agents: EgressAgents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent: new HttpsAgent() },
  ): S3Driver =>
    new S3Driver(
      'bucket',
      {
        region: 'us-east-1',
        prefix: '',
        access_key_id: 'key',
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        force_path_style: true,
      },
      { secret_access_key: 'secret' },
      agents,
    );
  const page = (response: ServerResponse, contents = ''): void =>
    void response
      .setHeader('content-type', 'application/xml')
      .end(
        `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>${contents}</ListBucketResult>`,
      );
  const walk = async (signal = new AbortController().signal): Promise<number> => {
    let found = 0;
    for await (const each of driver().walk('', signal)) found += each.size;
    return found;
  };

  beforeAll(async () => {
    server = createServer((_, response) => {
      asked += 1;
      answer(response);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('should be given up after a thousand empty pages, with a text that says what to do', async () => {
    answer = page;
    asked = 0;
    await expect(driver().list('')).rejects.toMatchObject({
      code: 'INTEGRATION_FAILED',
      status: 422,
      message: expect.stringContaining('Name a folder below it') as string,
    });
    expect(asked).toBe(1000);
  });

  it('should be given up after 100 000 files', async () => {
    const contents = Array.from(
      { length: 60_000 },
      (_, at) => `<Contents><Key>${at}</Key><Size>1</Size></Contents>`,
    ).join('');
    answer = response => page(response, contents);
    asked = 0;
    await expect(walk()).rejects.toMatchObject({ code: 'INTEGRATION_FAILED', status: 422 });
    expect(asked).toBe(2);
  });

  it('should not be reached inside the house, nor have a word of its answer repeated (CVE-2025-25297, CVE-2024-37164)', async () => {
    answer = response =>
      void response
        .writeHead(400, { 'content-type': 'application/xml' })
        .end('<Error><Code>canary</Code><Message>canary of the metadata service</Message></Error>');
    asked = 0;
    const checked = async (allowed: readonly string[]): Promise<string> => {
      const egress = new Egress(new EgressAllowance(allowed));
      try {
        return JSON.stringify(await driver(egress.agents()).check());
      } finally {
        await egress.close();
      }
    };
    const refused = await checked([]);
    expect(refused).toContain('"ok":false');
    expect(asked).toBe(0);
    const answered = await checked(['127.0.0.1']);
    expect(answered).toContain('"ok":false');
    expect(asked).toBeGreaterThan(0);
    expect(refused + answered).not.toContain('canary');
  });

  it('should be left at once when the job ends', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const reason = new Error('canceled');
    void pause(100).then(() => stop.abort(reason));
    await expect(walk(stop.signal)).rejects.toBe(reason);
  });
});
