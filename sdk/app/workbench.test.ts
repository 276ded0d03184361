import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BridgeTransport } from '../bridge/transport.ts';
import { portTransport } from '../bridge/transport.ts';
import type { AppContext } from './app-context.ts';
import type { Capability } from './app-manifest.ts';
import { APP_SDK_VERSION, CAPABILITIES } from './app-manifest.ts';
import { APP_LIMITS, isOffered } from './app-wire.ts';
import type { Connection } from './connect.ts';
import { connect } from './connect.ts';
import type { ServedCall } from './serve.ts';
import { Refusal, serve } from './serve.ts';
import { calls, surface } from './surface.ts';
import type { Workbench } from './workbench.ts';

const context: AppContext = {
  place: 'team.page',
  team: { id: 1, name: 'Team' },
  chosen: [],
  selection: [],
  person: { email: 'a@example.org', name: 'A', role: 'Admin' },
  theme: 'light',
  colors: { background: '#fff', text: '#000', dimmed: '#555', border: '#ccc', accent: '#06c' },
  locale: 'en',
  sdk: APP_SDK_VERSION,
};

/** A pair of ends in this process; messages come later, as plain data. */
function inProcess(): [BridgeTransport, BridgeTransport] {
  const listeners = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  const end = (own: 0 | 1): BridgeTransport => ({
    send: message => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        for (const each of listeners[own === 0 ? 1 : 0]) each(copy);
      });
    },
    listen: listener => {
      listeners[own].add(listener);
      return () => void listeners[own].delete(listener);
    },
    close: () => listeners[own].clear(),
  });
  return [end(0), end(1)];
}

function overPort(): [BridgeTransport, BridgeTransport] {
  const { port1, port2 } = new MessageChannel();
  return [portTransport(port1), portTransport(port2)];
}

describe.each([
  ['in process', inProcess],
  ['over a MessagePort', overPort],
])('workbench %s', (_, pair) => {
  const answers = { list: vi.fn(), toast: vi.fn(), put: vi.fn(), fetch: vi.fn() };
  const listeners = new Map<string, (received: never) => void>();
  const stopped = vi.fn();
  let ends: [BridgeTransport, BridgeTransport];
  let served: ServedCall[];
  let close: () => void;
  let app: Connection;
  let now: number;
  const tooOld = vi.fn();
  const onConsole = vi.fn();

  /** A workbench whose calls, but for a few, throw that they are not made here. */
  function workbench(): Workbench {
    const all = Object.fromEntries(
      Object.entries(surface).map(([group, own]) => [
        group,
        Object.fromEntries(
          Object.keys(own).map(call => [
            call,
            () => {
              throw new Refusal('NOT_HERE', `${group}.${call}`, 500);
            },
          ]),
        ),
      ]),
    );
    return {
      ...all,
      context: { get: async () => context },
      projects: { ...all['projects'], list: answers.list },
      ui: { ...all['ui'], toast: answers.toast },
      annotations: { ...all['annotations'], put: answers.put },
      http: { fetch: answers.fetch },
      on: (event: string, listener: (received: never) => void) => {
        listeners.set(event, listener);
        return () => stopped(event);
      },
    } as unknown as Workbench;
  }

  function open(granted: readonly Capability[], sdk?: string): void {
    ends = pair();
    close = serve(workbench(), new Set(granted), ends[0], {
      onCall: each => void served.push(each),
      onTooOld: tooOld,
      onConsole,
      now: () => now,
    });
    app = connect(ends[1], sdk);
  }

  beforeEach(() => {
    vi.resetAllMocks();
    listeners.clear();
    served = [];
    now = 0;
    answers.list.mockResolvedValue({ projects: [], total: 0 });
  });
  afterEach(() => {
    app.close();
    close();
    for (const each of ends) each.close();
  });

  it('should greet with the place of the app', async () => {
    open([]);
    expect(await app.greeted).toEqual(context);
    expect(await app.workbench.context.get()).toEqual(context);
  });

  it('should answer a call that is granted, and report it', async () => {
    open(['projects.read']);
    expect(await app.workbench.projects.list({ text: 'cat' })).toEqual({ projects: [], total: 0 });
    expect(answers.list).toHaveBeenCalledWith({ text: 'cat' });
    expect(served).toMatchObject([{ call: 'projects.list', outcome: 'done', code: undefined }]);
  });

  it('should refuse what is not granted, naming the capability, and not make the call', async () => {
    open(['items.read']);
    await expect(app.workbench.projects.list()).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
      status: 403,
      message: expect.stringContaining('projects.read'),
    });
    expect(answers.list).not.toHaveBeenCalled();
    expect(served).toMatchObject([
      { call: 'projects.list', outcome: 'refused', code: 'CAPABILITY_DENIED', capability: 'projects.read' },
    ]);
  });

  it('should refuse every call that needs a capability, when none is granted', async () => {
    open([]);
    await app.greeted;
    for (const [call, capability] of calls) {
      if (capability === null) continue;
      now += 1000;
      const [group, name] = call.split('.') as [never, never];
      await expect(
        (app.workbench[group] as Record<string, (args: object) => Promise<unknown>>)[name]!({}),
      ).rejects.toMatchObject({
        code: 'CAPABILITY_DENIED',
        message: expect.stringContaining(CAPABILITIES[capability]),
      });
    }
    expect(served.every(each => each.outcome === 'refused')).toBe(true);
    expect(served).toHaveLength([...calls.values()].filter(each => each !== null).length);
  });

  it.each<[string, (bench: Workbench) => Promise<unknown>, string]>([
    ['of a wrong kind', bench => bench.projects.list({ text: 5 as never }), 'text'],
    [
      'that does not exist',
      bench => bench.projects.list({ name: 'x' } as never),
      'there is no argument "name". It takes offset, limit, text',
    ],
    [
      'that is missing',
      bench =>
        bench.annotations.put({
          projectId: 1,
          itemId: 2,
          document: { metadata: {}, instances: [], tags: [], comments: [] },
        } as never),
      'base',
    ],
    ['out of range', bench => bench.projects.list({ limit: 501 }), 'from 1 to 500'],
    ['that is no object', bench => bench.projects.list(['x'] as never), 'takes one object'],
  ])('should refuse an argument %s, naming it', async (_name, call, received) => {
    open(['projects.read', 'annotations.write']);
    await expect(call(app.workbench)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(received),
    });
    expect(answers.list).not.toHaveBeenCalled();
  });

  it('should hand on codes of failures, and keep what has none private', async () => {
    open(['projects.read']);
    answers.list
      .mockRejectedValueOnce(new Refusal('FORBIDDEN', 'You may not.', 403))
      .mockRejectedValueOnce(new Error('password is 1234'));
    await expect(app.workbench.projects.list()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You may not.',
      status: 403,
    });
    await expect(app.workbench.projects.list()).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'Something went wrong.',
    });
    expect(served.map(each => [each.outcome, each.code])).toEqual([
      ['failed', 'FORBIDDEN'],
      ['failed', 'INTERNAL'],
    ]);
  });

  it('should refuse more calls than an app may make, until time has passed', async () => {
    open(['projects.read']);
    for (let count = 0; count < APP_LIMITS.burst; count++) await app.workbench.projects.list();
    await expect(app.workbench.projects.list()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    now += 1000;
    const after = await Promise.allSettled(
      Array.from({ length: APP_LIMITS.callsPerSecond + 5 }, () => app.workbench.projects.list()),
    );
    expect(after.filter(each => each.status === 'fulfilled').length).toBeLessThanOrEqual(APP_LIMITS.callsPerSecond);
    expect(after.filter(each => each.status === 'rejected').length).toBeGreaterThanOrEqual(5);
  });

  it('should refuse more calls under way than an app may have', async () => {
    open(['projects.read']);
    const ended: (() => void)[] = [];
    answers.list.mockImplementation(
      () =>
        new Promise(resolve => {
          ended.push(() => resolve({ projects: [], total: 0 }));
        }),
    );
    const waiting = Array.from({ length: APP_LIMITS.underWay }, () => app.workbench.projects.list());
    await vi.waitFor(() => expect(ended).toHaveLength(APP_LIMITS.underWay));
    await expect(app.workbench.projects.list()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('under way'),
    });
    for (const end of ended) end();
    await Promise.all(waiting);
    const last = app.workbench.projects.list();
    await vi.waitFor(() => expect(ended).toHaveLength(APP_LIMITS.underWay + 1));
    ended.at(-1)!();
    await last;
  });

  it('should refuse an argument that is too large', async () => {
    open(['annotations.write']);
    const document = { metadata: {}, instances: [], tags: ['x'.repeat(3 * 1024 * 1024)], comments: [] };
    await expect(app.workbench.annotations.put({ projectId: 1, itemId: 1, document, base: 0 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(answers.put).not.toHaveBeenCalled();
  });

  it('should refuse an app of a newer SDK, naming both versions, and every call of it', async () => {
    open(['projects.read'], '1.99');
    await expect(app.greeted).rejects.toMatchObject({
      code: 'SDK_TOO_OLD',
      message: expect.stringMatching(new RegExp(`1\\.99.*${APP_SDK_VERSION.replace('.', '\\.')}`)),
    });
    await expect(app.workbench.projects.list()).rejects.toMatchObject({ code: 'SDK_TOO_OLD' });
    expect(tooOld).toHaveBeenCalledWith('1.99');
    expect(answers.list).not.toHaveBeenCalled();
  });

  it('should answer nothing before the greeting, and no call that is not of the surface', async () => {
    open(['projects.read']);
    await app.greeted;
    const fresh = pair();
    const closeFresh = serve(workbench(), new Set(['projects.read']), fresh[0]);
    const received: unknown[] = [];
    fresh[1].listen(message => void received.push(message));
    fresh[1].send({ id: '1', action: 'projects.list', args: {} });
    fresh[1].send({ id: '2', action: 'constructor', args: {} });
    fresh[1].send({ id: '3', action: 'on', args: {} });
    await vi.waitFor(() => expect(received).toHaveLength(3));
    received.sort((one, other) => Number((one as { id: string }).id) - Number((other as { id: string }).id));
    expect(received).toMatchObject([
      { id: '1', state: 'rejected', error: { code: 'SDK_TOO_OLD' } },
      { id: '2', error: { code: 'UNKNOWN_ACTION' } },
      { id: '3', error: { code: 'UNKNOWN_ACTION' } },
    ]);
    closeFresh();
    for (const each of fresh) each.close();
  });

  it('should send events that the app may receive, and no others', async () => {
    open(['items.read']);
    await app.greeted;
    const items = vi.fn();
    const annotations = vi.fn();
    const off = app.workbench.on('itemsChanged', items);
    app.workbench.on('annotationsChanged', annotations);
    expect(listeners.has('annotationsChanged')).toBe(false);
    listeners.get('itemsChanged')!({ projectId: 1, itemIds: [2] } as never);
    await vi.waitFor(() => expect(items).toHaveBeenCalledWith({ projectId: 1, itemIds: [2] }));
    off();
    close();
    expect(stopped.mock.calls.flat()).toEqual(['context', 'itemsChanged']);
    expect(annotations).not.toHaveBeenCalled();
  });

  it('should keep commands that are chosen before the greeting, and send none to an app that may receive none', async () => {
    open(['commands']);
    listeners.get('command')!({ id: 'early' } as never);
    const chosen = vi.fn();
    app.workbench.on('command', chosen);
    await app.greeted;
    listeners.get('command')!({ id: 'late' } as never);
    await vi.waitFor(() => expect(chosen.mock.calls).toEqual([[{ id: 'early' }], [{ id: 'late' }]]));
    close();
    listeners.clear();
    open([]);
    await app.greeted;
    expect(listeners.has('command')).toBe(false);
  });

  it('should receive the console of the app, of known levels', async () => {
    open([]);
    app.emit('console', { level: 'warn', text: 'careful' });
    app.emit('console', { level: 'shout' as never, text: 'no' });
    app.emit('console', { level: 'log', text: 'last' });
    await vi.waitFor(() => expect(onConsole).toHaveBeenCalledWith('log', 'last'));
    expect(onConsole.mock.calls).toEqual([
      ['warn', 'careful'],
      ['log', 'last'],
    ]);
  });
});

it.each([
  ['1.0', '1.0', true],
  ['1.0', '1.2', true],
  ['1.3', '1.2', false],
  ['2.0', '1.9', false],
  ['0.9', '1.0', false],
  ['x', '1.0', false],
])('should say of %s where %s is offered: %s', (asked, offered, answer) => {
  expect(isOffered(asked, offered)).toBe(answer);
});
