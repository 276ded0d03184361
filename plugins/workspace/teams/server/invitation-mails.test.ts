import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { SmtpServer } from '#tests/support/smtp-server.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface InviteAnswer {
  readonly links: Record<string, string>;
  readonly mail: string;
  readonly mailed: readonly string[];
  readonly unmailed: Record<string, string>;
  readonly days: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let smtp: SmtpServer;
  let ana: TestPerson;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    app = await openTestApp(kind, {
      plugins: ['teams'],
      jobs: false,
      settings: { mail: { smtpUrl: smtp.url, from: 'Loupe <loupe@x.org>' }, egressAllow: ['127.0.0.1'] },
    });
    team = await app.team('Alpha');
    ana = await team.join('ana@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const invite = (by: TestPerson, emails: readonly string[]) =>
    by.request<InviteAnswer>('POST', `/api/v1/team/${team.id}/inviteUsers`, { body: { emails, team_role: 4 } });

  describe('invitations by mail', () => {
    it('should bring each person a link that can be accepted', async () => {
      const { body } = await invite(team.owner, ['bo@alpha.test', 'cy@alpha.test']);
      expect(body).toMatchObject({ mail: 'smtp', unmailed: {}, days: 14 });
      expect([...body.mailed].toSorted()).toEqual(['bo@alpha.test', 'cy@alpha.test']);
      const mail = smtp.mails.find(each => each.to[0] === 'bo@alpha.test')!;
      expect(mail.data.replaceAll('=\n', '').replaceAll('=3D', '=')).toMatch(/\/invite\/[\w-]{20,}/);
      expect(mail.data).toContain('Subject:');
    });

    it('should show no link to who invites: it proves who owns the address', async () => {
      const { body } = await invite(team.owner, ['secret@alpha.test']);
      expect([body.mailed, body.links]).toEqual([['secret@alpha.test'], {}]);
    });

    it('should go to nobody when somebody without the right asks', async () => {
      const before = smtp.mails.length;
      expect((await invite(ana, ['eve@alpha.test'])).status).toBe(403);
      expect(smtp.mails).toHaveLength(before);
    });

    it('should send a request for a larger plan to the super-admins', async () => {
      const ask = () => team.owner.request<{ success: boolean; message: string }>('POST', '/proRequest');
      expect((await ask()).body).toMatchObject({ success: false, message: expect.stringContaining('no super-admin') });
      await app.app.services.people.create({ email: 'root@x.org', superAdmin: true });
      expect((await ask()).body).toMatchObject({ success: true });
      const mail = smtp.mails.find(each => each.to[0] === 'root@x.org')!;
      expect(mail.data).toContain('Alpha');
      expect((await ana.request('POST', '/proRequest')).status).toBe(403);
    });

    it('should say why no mail went out, and show no link, when the mail server is gone', async () => {
      await smtp.close();
      const { status, body } = await invite(team.owner, ['di@alpha.test', 'ed@alpha.test']);
      expect(status).toBe(200);
      expect(body.mailed).toEqual([]);
      expect(Object.keys(body.unmailed)).toHaveLength(2);
      expect(body.unmailed['di@alpha.test']).toContain('could not be reached');
      expect(body.links).toEqual({});
    });
  });
});
