import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notFound } from '#core/base/common/index.ts';
import type { BridgeHandlers, BridgeTransport, HostActions } from '#sdk/bridge/index.ts';
import { portTransport } from '#sdk/bridge/index.ts';
import { BridgeClient } from './bridge-client.ts';
import { BridgeHost } from './bridge-host.ts';
import { inAppTransports } from './bridge-transport.ts';
import { LayeredTransport } from './layered-transport.ts';

const nobody = { actions: [], action_groups: [] };
const handlers: BridgeHandlers<HostActions> = {
  workflowStatuses: () => [{ id: 1, name: 'NotStarted', value: 1 }],
  workflowTransitions: () => {
    throw notFound('The item');
  },
  reloadCurrentProject: () => ({ users: [], accesses: nobody }),
  currentUser: async () => ({ email: 'ana@loupe.local', name: 'Ana' }),
  folderAccesses: () => nobody,
  getTeamUsers: ({ emails }) => emails.map(email => ({ user: { email, name: email } })),
};

const overPort = (): readonly [BridgeTransport, BridgeTransport] => {
  const { port1, port2 } = new MessageChannel();
  return [portTransport(port1), portTransport(port2)];
};
const channels: Readonly<Record<string, () => readonly [BridgeTransport, BridgeTransport]>> = {
  'inside the app': inAppTransports,
  'over a port': overPort,
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
    for (const each of ends) each.close();
  });

  it('should answer a request with the data of its own action', async () => {
    const [user, people] = await Promise.all([
      editor.ask('currentUser', {}),
      editor.ask('getTeamUsers', { emails: ['a@b.c'] }),
    ]);
    expect(user).toEqual({ email: 'ana@loupe.local', name: 'Ana' });
    expect(people).toEqual([{ user: { email: 'a@b.c', name: 'a@b.c' } }]);
  });

  it('should reject with a fault of the host’s code and status', async () => {
    await expect(editor.ask('workflowTransitions', { project_id: 1, item_id: 2 })).rejects.toMatchObject({
      name: 'Fault',
      code: 'NOT_FOUND',
      status: 404,
    });
  });

  it('should refuse an answer of another form', async () => {
    host.provide({ currentUser: () => ({ email: 7 }) as never, folderAccesses: () => ({ actions: 'all' }) as never });
    await expect(editor.ask('currentUser', {})).rejects.toMatchObject({ code: 'HOST_ANSWER' });
    await expect(editor.ask('folderAccesses', { project_id: 1 })).rejects.toMatchObject({ code: 'HOST_ANSWER' });
  });

  it('should carry events both ways', async () => {
    const received = new Promise(resolve => host.on('heartbeat', resolve));
    const rights = new Promise(resolve => editor.on('p_accesses', resolve));
    editor.emit('heartbeat', { timestamp: 5 });
    host.emit('p_accesses', { actions: ['ViewItem'], action_groups: [] });
    expect(await received).toEqual({ timestamp: 5 });
    expect(await rights).toEqual({ actions: ['ViewItem'], action_groups: [] });
  });
});

describe('an editor in a foreign page', () => {
  let foreign: BridgeHost;
  let app: BridgeHost;
  let editor: BridgeClient;
  let transport: LayeredTransport;
  let ends: readonly BridgeTransport[];

  beforeEach(() => {
    const [[inFrame, around], [own, inApp]] = [overPort(), inAppTransports()];
    ends = [inFrame, around];
    transport = new LayeredTransport(inFrame);
    editor = new BridgeClient(transport);
    transport.stand(own);
    foreign = new BridgeHost(around, { currentUser: () => ({ email: 'guest@host.example', name: 'Guest' }) });
    app = new BridgeHost(inApp, handlers);
  });
  afterEach(() => {
    for (const each of [editor, foreign, app]) each.dispose();
    for (const each of ends) each.close();
  });

  it('should ask the page first, and the app for what the page leaves out', async () => {
    expect(await editor.ask('currentUser', {})).toEqual({ email: 'guest@host.example', name: 'Guest' });
    expect(await editor.ask('workflowStatuses', { project_id: 1 })).toHaveLength(1);
    await expect(editor.ask('currentSession', {})).rejects.toMatchObject({ code: 'UNKNOWN_ACTION' });
  });

  it('should send events to both, and receive those of both', async () => {
    const [page, inside, rights] = [vi.fn(), vi.fn(), vi.fn()];
    foreign.on('api_error', page);
    app.on('api_error', inside);
    editor.on('p_accesses', rights);
    editor.emit('api_error', { action: 'saveAnnotation', status: 403 });
    foreign.emit('p_accesses', nobody);
    app.emit('p_accesses', nobody);
    await vi.waitFor(() =>
      expect([page.mock.calls.length, inside.mock.calls.length, rights.mock.calls.length]).toEqual([1, 1, 2]),
    );
  });

  it('should answer the page’s requests', async () => {
    editor.provide({ currentItem: () => ({ project_id: 1, item_id: 2, name: 'a.png', revision: 3 }) });
    expect(await foreign.request('currentItem', {})).toEqual({ project_id: 1, item_id: 2, name: 'a.png', revision: 3 });
  });
});
