import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import { FolderMailer } from './folder-mailer.ts';
import { refusalOf } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const plain = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.once('error', reject);
  });
const mail = { to: 'ana@x.org', subject: 'Grüße', text: 'Hello' };

describe('mails over SMTP', () => {
  it('should reach the server with sender, receiver, subject and text', async () => {
    const server = await startSmtpServer();
    ends.push(server.close);
    await new SmtpMailer({ url: server.url, from: 'Loupe <loupe@x.org>' }, plain).send(mail);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatchObject({ from: 'loupe@x.org', to: ['ana@x.org'] });
    expect(server.mails[0]!.data).toContain('Hello');
  });

  it('should carry no second header in a subject or receiver', async () => {
    const server = await startSmtpServer();
    ends.push(server.close);
    await new SmtpMailer({ url: server.url, from: 'loupe@x.org' }, plain).send({
      ...mail,
      subject: 'Hi\r\nBcc: eve@x.org',
    });
    expect(server.mails[0]!.to).toEqual(['ana@x.org']);
    expect(server.mails[0]!.data).not.toMatch(/^Bcc:/m);
  });

  it('should say how the server refused, and nothing of the password', async () => {
    const server = await startSmtpServer({ refuse: 550 });
    ends.push(server.close);
    const refusal = await new SmtpMailer({ url: server.url, from: 'loupe@x.org' }, plain)
      .send(mail)
      .catch((error: unknown) => error as Error);
    expect(String(refusal)).toContain('The mail was not sent: the mail server refused it (550)');
    expect(refusalOf(refusal)).toMatch(/^550 no/);
    // This server knows no TLS, so the password stays here.
    const failure = await new SmtpMailer(
      { url: server.url.replace('//', '//me:secret-word@'), from: 'loupe@x.org' },
      plain,
    )
      .send(mail)
      .catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'MAIL_FAILED' });
    expect(String(failure)).not.toContain('secret-word');
    expect(server.lines.join('\n')).not.toContain('AUTH');
  });

  it('should go only where connections may leave to', async () => {
    const server = await startSmtpServer();
    ends.push(server.close);
    const closed = new Egress(new EgressAllowance());
    const open = new Egress(new EgressAllowance(['127.0.0.1']));
    ends.push(
      () => closed.close(),
      () => open.close(),
    );
    await expect(
      new SmtpMailer({ url: server.url, from: 'loupe@x.org' }, (host, port) => closed.connect(host, port)).send(mail),
    ).rejects.toThrow('EGRESS_ALLOW=127.0.0.1');
    await new SmtpMailer({ url: server.url, from: 'loupe@x.org' }, (host, port) => open.connect(host, port)).send(mail);
    expect(server.mails).toHaveLength(1);
  });

  it('should fail when nobody listens', async () => {
    const idle = createServer();
    await new Promise<void>(resolve => idle.listen(0, '127.0.0.1', resolve));
    const { port } = idle.address() as AddressInfo;
    await new Promise(resolve => idle.close(resolve));
    await expect(
      new SmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'loupe@x.org' }, plain).send(mail),
    ).rejects.toThrow('could not be reached');
  });
});

it('should write mails as files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-mail-'));
  ends.push(() => rm(folder, { recursive: true }));
  await new FolderMailer(join(folder, 'out'), 'loupe@x.org').send(mail);
  const [name] = await readdir(join(folder, 'out'));
  expect(await readFile(join(folder, 'out', name!), 'utf8')).toContain('To: ana@x.org');
});
