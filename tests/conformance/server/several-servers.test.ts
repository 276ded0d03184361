import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const { shareProject } = contributorsApi.operations;

/** Limit for reaching every tab; a busy machine is given more. */
const SOON = { timeout: 10_000, interval: 10 };

interface Message {
  readonly type: string;
  readonly seq?: number;
  readonly event?: { readonly seq: number; readonly name: string; readonly payload: { readonly project_id?: number } };
  readonly job?: { readonly id: string; readonly state: string };
}

interface Tab {
  readonly socket: WebSocket;
  readonly messages: Message[];
  readonly closed: Promise<number>;
  /** Numbers of the events it got, in their order. */
  seqs(): readonly number[];
}

describe.skipIf(!canRunPostgres())('two servers on one database', () => {
  let one: TestApp;
  let other: TestApp;
  let team: TestTeam;
  let member: TestPerson;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    one = await openTestApp('postgres');
    other = await openTestApp('postgres', { beside: one, settings: { jobConcurrency: 0 } });
    for (const { app } of [one, other]) await app.http.listen({ port: 0, host: '127.0.0.1' });
    team = await one.team('Shared');
    member = await team.join('mia@shared.test');
  }, DATABASE_TIMEOUT_MS);
  afterEach(() => {
    for (const each of tabs.splice(0)) each.socket.terminate();
  });
  afterAll(async () => {
    await other?.close();
    await one?.close();
  });

  const ticketOf = async (person: TestPerson): Promise<string> => {
    const { status, body } = await person.request<{ ticket: string }>('POST', '/api/v1/event-ticket', { body: {} });
    expect(status).toBe(200);
    return body.ticket;
  };
  const open = async (site: TestApp, ticket: string, since?: number): Promise<Tab> => {
    const { port } = site.app.http.server.address() as AddressInfo;
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/events?ticket=${encodeURIComponent(ticket)}${since === undefined ? '' : `&since=${since}`}`,
      { origin: 'http://localhost' },
    );
    const messages: Message[] = [];
    const closed = new Promise<number>(resolve => socket.on('close', resolve));
    await new Promise<void>((resolve, reject) => {
      socket.on('message', data => {
        const message = JSON.parse(String(data)) as Message;
        messages.push(message);
        if (message.type === 'ready') resolve();
      });
      socket.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))));
      socket.on('error', reject);
    });
    const tab: Tab = { socket, messages, closed, seqs: () => messages.flatMap(each => each.event?.seq ?? []) };
    tabs.push(tab);
    return tab;
  };
  const makeProject = async (person: TestPerson, name: string): Promise<number> => {
    const { status, body } = await person.request<{ id: number }>('POST', '/project', { body: { name, type: 1 } });
    expect(status).toBe(201);
    return body.id;
  };
  /** The same person as a client of the other server. */
  const onOther = (person: TestPerson): TestPerson => {
    const headers = { authorization: '', 'x-entity-context': btoa(JSON.stringify({ team_id: team.id })) };
    return {
      ...person,
      request: async (method, url, more = {}) => {
        const { session } = await one.app.services.sessions.open(person.row, { agent: 'test', address: '127.0.0.1' });
        return other.request(method, url, {
          ...more,
          headers: { ...headers, authorization: `Bearer ${session.accessToken}`, ...more.headers },
        });
      },
    };
  };

  it('should take a ticket of one server on the other, once in all', async () => {
    const ticket = await ticketOf(team.owner);
    await open(other, ticket);
    await expect(open(one, ticket)).rejects.toThrow('401');
  });

  it('should bring the events of both servers to every tab in the order of the log, each once', async () => {
    const [near, far] = [await open(one, await ticketOf(team.owner)), await open(other, await ticketOf(team.owner))];
    const remote = onOther(team.owner);
    const made = Array.from({ length: 10 }, (_, number) =>
      makeProject(number % 2 === 0 ? team.owner : remote, `Both ${number}`),
    );
    await Promise.all(made);
    await expect
      .poll(() => near.messages.filter(each => each.event?.name === 'projects.created').length, SOON)
      .toBe(10);
    await expect.poll(() => far.messages.filter(each => each.event?.name === 'projects.created').length, SOON).toBe(10);
    for (const tab of [near, far])
      expect(tab.seqs()).toEqual([...new Set(tab.seqs())].toSorted((first, second) => first - second));
    expect(far.seqs()).toEqual(near.seqs());
  });

  it('should bring the events of a project to its people and the admins of the team alone', async () => {
    const [admins, hers] = [await open(other, await ticketOf(team.owner)), await open(other, await ticketOf(member))];
    const [shared, hidden] = [
      await makeProject(team.owner, 'Shared with Ana'),
      await makeProject(team.owner, 'Hidden from Ana'),
    ];
    const change = (id: number, name: string) => team.owner.request('PUT', `/project/${id}`, { body: { name } });
    expect(
      await team.owner.call('main', shareProject, {
        params: { project_id: shared },
        body: { users: [{ user_id: member.email, user_role: 1 }] },
      }),
    ).toMatchObject({ status: 200, body: { invalidUsers: [] } });
    expect((await change(hidden, 'Still hidden')).status).toBe(200);
    expect((await change(shared, 'Still shared')).status).toBe(200);
    const changed = (tab: Tab) =>
      tab.messages.flatMap(({ event }) => (event?.name === 'projects.changed' ? [event.payload.project_id] : []));
    await expect.poll(() => changed(hers), SOON).toEqual([shared]);
    await expect.poll(() => changed(admins), SOON).toEqual([hidden, shared]);
    expect(hers.messages.some(({ event }) => event?.payload.project_id === hidden)).toBe(false);
  });

  it('should read on from where it stopped when the connection that listens was lost', async () => {
    const tab = await open(other, await ticketOf(team.owner));
    const admin = new Client({ connectionString: one.databaseUrl! });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
    await admin.end();
    await makeProject(team.owner, 'While nobody listened');
    await expect.poll(() => tab.messages.some(each => each.event?.name === 'projects.created'), SOON).toBe(true);
  });

  it('should show the progress of a job of one server to its owner on the other, and to nobody else', async () => {
    const [owners, members] = [
      await open(other, await ticketOf(team.owner)),
      await open(other, await ticketOf(member)),
    ];
    // The other server takes no jobs.
    one.app.services.jobs.define('core', 'show', ({ progress }) => Promise.resolve(progress(1, 2)));
    const job = await one.app.services.jobs.enqueue(undefined, {
      teamId: team.id,
      plugin: 'core',
      name: 'show',
      creatorId: team.owner.row.id,
    });
    const ends = (tab: Tab): boolean =>
      tab.messages.some(each => each.job?.id === job.id && ['COMPLETED', 'FAILED'].includes(each.job.state));
    await expect.poll(() => ends(owners), SOON).toBe(true);
    expect(members.messages.filter(each => each.type === 'job')).toEqual([]);
  });

  it('should close the tabs of a removed member on the other server', async () => {
    const leaving = await team.join('leo@shared.test');
    const tab = await open(other, await ticketOf(leaving));
    const { status } = await team.owner.request('DELETE', `/team/${team.id}/members/bulk`, {
      body: { data: [{ email: leaving.email }] },
    });
    expect(status).toBe(200);
    expect(await tab.closed).toBe(4001);
  });

  it('should close the tabs of an ended session on the other server, and leave those of other sessions', async () => {
    const zoe = await team.join('zoe@shared.test');
    const tab = await open(other, await ticketOf(zoe));
    const kept = await open(other, await ticketOf(onOther(zoe)));
    const { sessions } = one.app.services;
    const [, first] = await sessions.list(zoe.row.id);
    await sessions.endOne(zoe.row.id, first!.id);
    expect(await tab.closed).toBe(4001);
    expect(kept.socket.readyState).toBe(WebSocket.OPEN);
    await one.app.services.people.setPassword(zoe.row.id, 'another horse');
    expect(await kept.closed).toBe(4001);
  });

  it('should switch a plugin off for calls and tabs of both servers', async () => {
    const tab = await open(other, await ticketOf(team.owner));
    const remote = onOther(team.owner);
    const path = `/api/v1/organizations/${team.organizationId}/plugins/skeletons`;
    const list = () => remote.request('GET', '/templates');
    expect((await list()).status).toBe(200);
    const { status } = await team.owner.request('PUT', path, { body: { choice: 'off' } });
    expect(status).toBe(200);
    await expect.poll(() => tab.messages.some(each => each.type === 'plugins'), SOON).toBe(true);
    expect((await list()).status).toBe(404);
  });

  it('should close the tabs of a deleted team on the other server', async () => {
    const ending = await one.team('Short');
    const tab = await open(other, await ticketOf(ending.owner));
    expect((await ending.owner.request('DELETE', `/team/${ending.id}`)).status).toBe(200);
    expect(await tab.closed).toBe(4001);
  });
});
