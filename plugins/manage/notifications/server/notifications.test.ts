import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { FolderMailer } from '#core/mail/server/index.ts';
import { Teams } from '#core/tenancy/server/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { NotificationSettings, NotificationView } from '../common/api.ts';
import { notificationsApi } from '../common/api.ts';
import { NotificationKinds } from './notification-kinds.ts';
import { NotificationMails } from './notification-mails.ts';

const { listNotifications, readNotifications, readAllNotifications, getNotificationSettings, putNotificationSettings } =
  notificationsApi.operations;
const DAY_MS = 86_400_000;

interface Listed {
  readonly data: readonly NotificationView[];
  readonly count: number;
  readonly unread: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let outsider: TestPerson;
  let project: number;
  let items: readonly number[];
  let mails: string;

  const list = async (person: TestPerson): Promise<Listed> =>
    (await person.call<Listed>('main', listNotifications)).body;
  /** Waits until the texts are as expected: notifications are delivered after the commit. */
  const expectTexts = (person: TestPerson, texts: readonly string[]): Promise<void> =>
    expect.poll(async () => (await list(person)).data.map(each => each.text)).toEqual(texts);
  const change = (by: TestPerson, ids: readonly number[], kindOfChange: string, value: unknown): Promise<unknown> =>
    by
      .call<{ failed?: unknown }>('main', itemChangeApi.operations.changeItems, {
        params: { project_id: project },
        body: { selection: { item_ids: ids }, change: { kind: kindOfChange, value } },
      })
      .then(answer => expect(answer.status, JSON.stringify(answer.body)).toBe(200));
  const share = (users: readonly (readonly [TestPerson, number])[]): Promise<unknown> =>
    owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: users.map(([person, role]) => ({ user_id: person.email, user_role: role })) },
    });
  const settings = (person: TestPerson, body: object): Promise<unknown> =>
    person.call('main', putNotificationSettings, { body });
  const comment = async (by: TestPerson, itemId: number, base: number, ...texts: readonly string[]): Promise<void> => {
    const answer = await by.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: project, item_id: itemId },
      body: {
        op: newId(),
        base,
        data: {
          metadata: { name: 'a.png' },
          instances: [],
          tags: [],
          comments: texts.map((text, at) => ({
            id: `c${at}`,
            x: 1,
            y: 1,
            resolved: false,
            correspondence: [{ text, email: by.email, createdAt: '2026-03-02T08:00:00.000Z' }],
          })),
        },
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  beforeAll(async () => {
    mails = await mkdtemp(join(tmpdir(), 'loupe-mails-'));
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'skeletons', 'editor-vector'].concat([
        'review',
        'categories',
        'task-requests',
        'agreement',
        'notifications',
      ]),
      settings: { mail: { folder: mails, from: 'Loupe <loupe@x.org>' } },
    });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
    quinn = await team.join('quinn@north.test');
    outsider = await team.join('outsider@north.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(mails, { recursive: true, force: true });
  });

  beforeEach(async () => {
    project = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: `Birds ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    await share([
      [ana, 1],
      [quinn, 2],
    ]);
    items = await app.database.system('a test').transaction(async trx => {
      await sql`delete from notifications.notification`.execute(trx);
      await sql`delete from notifications.preference`.execute(trx);
      const { rows } = await sql<{ id: number }>`insert into items.item (team_id, project_id, folder_id, name)
        select ${team.id}::int, ${project}::int, (select id from items.folder where project_id = ${project}::int and is_root), name
        from unnest(array['a.png', 'b.png', 'c.png']) as given (name) order by name returning id`.execute(trx);
      return rows.map(row => row.id);
    });
  });

  describe('notifications', () => {
    it('should notify a person of items assigned to them, as one entry that leads to the place', async () => {
      await change(owner, [items[0]!], 'assign', ana.email);
      await expectTexts(ana, ['Olive North assigned a.png to you']);
      const [first] = (await list(ana)).data;
      expect(first).toMatchObject({ path: `/t/${team.id}/p/${project}/item/${items[0]}`, read: false, detail: null });
      await change(owner, items.slice(1), 'assign', ana.email);
      await expectTexts(ana, ['Olive North assigned 3 items to you']);
      expect((await list(ana)).data[0]).toMatchObject({ path: `/t/${team.id}/p/${project}` });
      expect(await list(owner)).toMatchObject({ count: 0, unread: 0 });
    });

    it('should notify the assigned annotator, not the reviewer, of an item that is returned', async () => {
      await settings(ana, { kinds: { 'notifications.assigned': 'off' } });
      await change(owner, [items[0]!], 'assign', ana.email);
      await change(owner, [items[0]!], 'assign', quinn.email);
      await change(owner, [items[0]!], 'status', 4);
      await expectTexts(ana, ['Olive North returned a.png to you']);
      await expectTexts(quinn, ['Olive North assigned a.png to you']);
    });

    it('should notify who is assigned of a comment, and who is mentioned of the mention instead', async () => {
      await settings(ana, { kinds: { 'notifications.assigned': 'off' } });
      await change(owner, [items[0]!], 'assign', ana.email);
      await comment(owner, items[0]!, 0, 'Too small');
      await expectTexts(ana, ['Olive North commented on a.png']);
      expect((await list(ana)).data[0]).toMatchObject({ detail: 'Too small' });
      await comment(owner, items[0]!, 1, 'Too small', '@quinn please look, @outsider too');
      await expectTexts(quinn, ['Olive North mentioned you on a.png']);
      await expectTexts(ana, ['Olive North wrote 2 comments on a.png']);
      expect((await list(outsider)).count).toBe(0);
    });

    it('should be marked as read one by one or all up to the newest one seen', async () => {
      await change(owner, [items[0]!], 'assign', ana.email);
      await expectTexts(ana, ['Olive North assigned a.png to you']);
      await comment(owner, items[0]!, 0, 'Look');
      await expect.poll(async () => (await list(ana)).unread).toBe(2);
      const { data } = await list(ana);
      await quinn.call('main', readNotifications, { body: { ids: [data[0]!.id] } });
      expect((await list(ana)).unread).toBe(2);
      await ana.call('main', readNotifications, { body: { ids: [data[0]!.id] } });
      expect((await list(ana)).unread).toBe(1);
      await ana.call('main', readAllNotifications, { body: { up_to: data[0]!.id } });
      expect(await list(ana)).toMatchObject({ count: 2, unread: 0 });
    });

    it('should be gone with the part in the project', async () => {
      await change(owner, [items[0]!], 'assign', ana.email);
      await expectTexts(ana, ['Olive North assigned a.png to you']);
      const { data } = (
        await owner.call<{ data: readonly { id: number; email: string }[] }>(
          'main',
          contributorsApi.operations.listContributors,
          { params: { project_id: project } },
        )
      ).body;
      await owner.call('main', contributorsApi.operations.removeContributor, {
        params: { project_id: project, contributor_id: data.find(each => each.email === ana.email)!.id },
      });
      await expectTexts(ana, []);
    });

    it('should notify reviewers when everyone submitted their copy', async () => {
      await owner.request('PUT', `/api/v1/project/${project}/agreement/rule`, { body: { people: 2 } });
      await share([[outsider, 1]]);
      const params = `/api/v1/project/${project}`;
      const given = await owner.request('POST', `${params}/agreement/works`, {
        body: { item_ids: [items[0]], emails: [ana.email, outsider.email] },
      });
      expect(given.status, JSON.stringify(given.body)).toBe(200);
      await expectTexts(ana, ['Olive North assigned a.png to you']);
      for (const person of [ana, outsider])
        await person.request('POST', `${params}/item/${items[0]}/agreement/own/submit`);
      await expectTexts(quinn, ['a.png is ready for review: everyone has submitted a copy']);
    });
  });

  describe('settings', () => {
    it('should name every kind with how the person gets it, and keep what is not changed', async () => {
      await settings(ana, { kinds: { 'notifications.returned': 'off' }, mail_hour: 5 });
      await settings(ana, { kinds: { 'notifications.assigned': 'product' } });
      const { body } = await ana.call<NotificationSettings>('main', getNotificationSettings);
      expect(body).toMatchObject({ mail_available: true, mail_frequency: 'daily', mail_hour: 5 });
      const chosen = Object.fromEntries(body.kinds.map(each => [each.id, each.delivery]));
      expect(chosen).toMatchObject({
        'notifications.returned': 'off',
        'notifications.assigned': 'product',
        'notifications.mentioned': 'mail',
      });
    });

    it('should refuse a kind that does not exist, naming it', async () => {
      const { status, body } = await ana.call('main', putNotificationSettings, { body: { kinds: { nothing: 'off' } } });
      expect([status, body['code']]).toEqual([400, 'INVALID_FIELD']);
      expect(JSON.stringify(body)).toContain('kinds.nothing');
    });
  });

  describe('e-mails', () => {
    const sent = async (): Promise<readonly string[]> => {
      const texts: string[] = [];
      for (const file of await readdir(mails).catch(() => [])) texts.push(await readFile(join(mails, file), 'utf8'));
      return texts;
    };
    const mailer = (): NotificationMails =>
      new NotificationMails(
        app.database,
        app.app.services.jobs,
        new FolderMailer(mails, 'loupe@x.org'),
        'http://localhost',
        new Teams(app.database),
        new NotificationKinds(),
      );

    it('should be sent at once to who wants so', async () => {
      await settings(ana, { mail_frequency: 'immediately' });
      await change(owner, [items[0]!], 'assign', ana.email);
      await expect
        .poll(async () => (await sent()).find(each => each.includes('To: ana@north.test')))
        .toContain('assigned a.png to you');
    });

    it('should otherwise be one a day for what is still unread', async () => {
      await change(owner, [items[0]!], 'assign', quinn.email);
      await expectTexts(quinn, ['Olive North assigned a.png to you']);
      await comment(owner, items[0]!, 0, '@quinn see here');
      await expect.poll(async () => (await list(quinn)).unread).toBe(2);
      const before = (await sent()).length;
      await mailer().tidy();
      expect(await sent()).toHaveLength(before);
      await app.database
        .system('a test')
        .transaction(trx =>
          sql`update notifications.notification set mail_due = now() - interval '1 minute' where mail_due is not null`.execute(
            trx,
          ),
        );
      await mailer().tidy();
      await expect
        .poll(async () => (await sent()).filter(each => each.includes('To: quinn@north.test')))
        .toHaveLength(1);
      const digest = (await sent()).find(each => each.includes('To: quinn@north.test'))!;
      expect(digest).toContain('Subject: 2 notifications from North');
    });

    it('should leave nothing behind after the time that notifications are kept', async () => {
      await change(owner, [items[0]!], 'assign', ana.email);
      await expectTexts(ana, ['Olive North assigned a.png to you']);
      await mailer().tidy(new Date(Date.now() + 91 * DAY_MS));
      await expectTexts(ana, []);
    });
  });

  it('should say 401 without a session and show each team its own', async () => {
    expect((await app.request('GET', '/api/v1/notifications')).status).toBe(401);
    await change(owner, [items[0]!], 'assign', ana.email);
    await expectTexts(ana, ['Olive North assigned a.png to you']);
    expect((await list((await app.team(`South ${kind}`)).owner)).count).toBe(0);
  });
});
