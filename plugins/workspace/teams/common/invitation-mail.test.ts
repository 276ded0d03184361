import { expect, it } from 'vitest';
import { invitationMail } from './invitation-mail.ts';

it('should name team, inviter, link and lifetime, and hold no markup of theirs', () => {
  const mail = invitationMail({
    team: 'A<script>\r\nBcc: x',
    by: 'ana@x.org',
    link: 'https://l.org/invite/1',
    days: 1,
  });
  expect(mail.subject).toBe('ana@x.org invites you to the team A<script> Bcc: x');
  expect(mail.html).toContain('A&lt;script&gt;');
  expect(mail.html).not.toContain('<script');
  expect(mail.text).toContain('https://l.org/invite/1');
  expect(mail.text).toContain('1 day.');
});
