import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notFound } from '#core/base/common/index.ts';
import { BridgeClient } from './bridge-client.ts';
import type { HostHandlers } from './bridge-host.ts';
import { BridgeHost } from './bridge-host.ts';
import type { BridgeTransport } from './bridge-transport.ts';
import { inAppTransports, portTransport } from './bridge-transport.ts';

const nobody = { actions: [], action_groups: [] };
const handlers: HostHandlers = {
  workflowStatuses: () => [{ id: 1, name: 'NotStarted', value: 1 }],
  workflowTransitions: () => { throw notFound('The item'); },
  reloadCurrentProject: () => ({ users: [], accesses: nobody }),
  currentUser: async () => ({ email: 'ana@loupe.local', name: 'Ana' }),
  folderAccesses: () => nobody,
  getTeamUsers: ({ emails }) => emails.map(email => ({ user: { email, name: email } })),
};

const channels: Readonly<Record<string, () => readonly [BridgeTransport, BridgeTransport]>> = {
  'inside the app': inAppTransports,
  'over a port': () => {
    const { port1, port2 } = new MessageChannel();
    return [portTransport(port1), portTransport(port2)];
  },
};

describe.each(Object.entries(channels))('the bridge %s', (_, open) => {
  let ends: readonly [BridgeTransport, BridgeTransport];
  let editor: BridgeClient;
  let host: BridgeHost;

  beforeEach(() => {
    ends = open();
    editor = new BridgeClient(ends[0]);
    host = new BridgeHost(ends[1], handlers);
  });
  afterEach(() => {
    editor.dispose();
    host.dispose();
    for (const each of ends) each.dispose();
  });

  it('should answer a request with the data of its own action', async () => {
    const [user, people] = await Promise.all([editor.request('currentUser', {}), editor.request('getTeamUsers', { emails: ['a@b.c'] })]);
    expect(user).toEqual({ email: 'ana@loupe.local', name: 'Ana' });
    expect(people).toEqual([{ user: { email: 'a@b.c', name: 'a@b.c' } }]);
  });

  it('should reject with the code and status of the host', async () => {
    await expect(editor.request('workflowTransitions', { project_id: 1, item_id: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });

  it('should carry events both ways', async () => {
    const heard = new Promise(resolve => host.on('heartbeat', resolve));
    const rights = new Promise(resolve => editor.on('p_accesses', resolve));
    editor.emit('heartbeat', { timestamp: 5 });
    host.emit('p_accesses', { actions: ['ViewItem'], action_groups: [] });
    expect(await heard).toEqual({ timestamp: 5 });
    expect(await rights).toEqual({ actions: ['ViewItem'], action_groups: [] });
  });

  it('should ignore messages of other shapes and answers to nothing', async () => {
    ends[1].send({ hello: 'world' });
    ends[1].send({ id: '999', state: 'resolved', data: 1 });
    expect(await editor.request('workflowStatuses', { project_id: 1 })).toHaveLength(1);
  });

  it('should refuse what is still waiting when it ends', async () => {
    const waiting = editor.request('currentUser', {});
    editor.dispose();
    await expect(waiting).rejects.toMatchObject({ code: 'HOST_GONE' });
  });
});
