import { expect, it } from 'vitest';
import { notificationMail } from './notification-mail.ts';

const returned = {
  id: 1,
  kind: 'notifications.returned',
  icon: 'undo',
  text: 'Bo returned <b>.jpg to you',
  detail: null,
  project: 'Fridge & Co',
  path: '/t/1/p/2/item/3',
  created_at: '2026-03-02T08:00:00.000Z',
  read: false,
};
const site = 'https://loupe.example.org';

it('should name the only notification in the subject and link to its place', () => {
  const mail = notificationMail({ team: 'Birds', site, teamId: 1, notifications: [returned] });
  expect(mail.subject).toBe('Bo returned <b>.jpg to you');
  expect(mail.text).toContain(`${site}/t/1/p/2/item/3`);
  expect(mail.text).toContain(`${site}/t/1/notifications/settings`);
});

it('should write names and comments as text, never as markup', () => {
  const { html } = notificationMail({
    team: 'Birds',
    site,
    teamId: 1,
    notifications: [{ ...returned, detail: 'See <script>\nhere' }],
  });
  expect(html).toContain('&lt;b&gt;.jpg');
  expect(html).toContain('Fridge &amp; Co');
  expect(html).toContain('“See &lt;script&gt; here”');
});

it('should count several notifications in the subject', () => {
  const { subject } = notificationMail({ team: 'Birds', site, teamId: 1, notifications: [returned, returned] });
  expect(subject).toBe('2 notifications from Birds: Bo returned <b>.jpg to you');
});
