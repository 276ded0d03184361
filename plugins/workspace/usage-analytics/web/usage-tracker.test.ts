import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { BrowserStore } from '#core/base/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { commandsOf } from '#core/kernel/web/commands-of.ts';
import { ACTION_NAME } from '../common/usage-event.ts';
import type { Visit, WaitingBatch } from './stored-usage.ts';
import { StoredUsage } from './stored-usage.ts';
import { UsageTracker } from './usage-tracker.ts';

const manifests = Object.values(
  import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true }),
).map(each => each.default);

let person: string | undefined;
let on: () => Promise<boolean>;
let store: BrowserStore;
let sent: { readonly batch: WaitingBatch; readonly visit: Visit }[];
let answer: () => Promise<unknown>;
let asked: number;

const tracker = (width = 1440, now?: () => number): UsageTracker =>
  new UsageTracker({
    stored: new StoredUsage(store),
    person: () => person,
    size: () => ({ width, height: 900 }),
    isOn: () => ((asked += 1), on()),
    send: (batch, visit) => answer().then(() => sent.push({ batch, visit })),
    ...(now === undefined ? {} : { now }),
  });
const action = (name: string, team: number | null = 1) => ({
  name,
  team,
  project_id: 7,
  at: '2026-11-24T10:00:00.000Z',
});

beforeEach(() => {
  vi.useFakeTimers();
  [person, sent, asked] = ['ana@loupe.local', [], 0];
  on = () => Promise.resolve(true);
  answer = () => Promise.resolve();
  store = new BrowserStore(() => {
    throw new Error('none');
  });
});
afterEach(() => void vi.useRealTimers());

describe('usage tracker', () => {
  it('should report every action of the registry by its name, with team and project', async () => {
    const commands = new CommandRegistry({
      wake: () => Promise.resolve(),
      can: () => true,
      failed: fault => {
        throw fault;
      },
    });
    const all = manifests.flatMap(commandsOf);
    commands.declare(all);
    const tracked = tracker();
    commands.finished.tap('usage-analytics', ({ id }) => void tracked.add(action(id)));
    for (const { id } of all) {
      commands.implement(id, () => undefined);
      expect(await commands.run(id)).toBe(true);
    }
    await tracked.flush();
    const reported = sent.flatMap(({ batch }) => batch.actions.map(each => [batch.team, each.project_id, each.name]));
    expect(all.length).toBeGreaterThan(90);
    expect(reported).toEqual(all.map(({ id }) => [1, 7, id]));
    expect(all.filter(({ id }) => !ACTION_NAME.test(id))).toEqual([]);
  });

  it('should ask once at the first action, and keep and send nothing while it is off', async () => {
    on = () => Promise.resolve(false);
    const tracked = tracker();
    expect(asked).toBe(0);
    await Promise.all([tracked.add(action('editor.save')), tracked.add(action('editor.next'))]);
    await tracked.add(action('editor.save'));
    await tracked.flush();
    expect([asked, sent, store.names()]).toEqual([1, [], []]);
  });

  it('should send the actions of a team together, with the window at the first action', async () => {
    const tracked = tracker();
    await tracked.add(action('editor.save'));
    await tracked.add(action('editor.next'));
    await tracked.add(action('projects.rename', 2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(({ batch }) => [batch.team, batch.actions.map(each => each.name)])).toEqual([
      [1, ['editor.save', 'editor.next']],
      [2, ['projects.rename']],
    ]);
    expect(sent[0]!.visit).toMatchObject({ width: 1440, height: 900 });
    const later = tracker(800);
    await later.add(action('editor.save'));
    await later.flush();
    expect(sent.at(-1)!.visit).toEqual(sent[0]!.visit);
  });

  it('should keep what the server did not take for a later page, and send it once under the same id', async () => {
    answer = () => Promise.reject(new Fault('NETWORK', 'gone', { status: 502 }));
    const tracked = tracker();
    await tracked.add(action('editor.save'));
    await tracked.flush();
    const kept = store.names().filter(each => each.includes('batch'));
    expect(kept).toHaveLength(1);
    answer = () => Promise.resolve();
    const later = tracker(1440, () => Date.now() + 120_000);
    await later.add(action('editor.next'));
    expect(sent.map(({ batch }) => `loupe_analytics_batch_${batch.id}`)).toEqual(kept);
    expect(sent[0]!.batch.actions).toMatchObject([{ name: 'editor.save' }]);
  });

  it('should give up what the server refuses', async () => {
    answer = () => Promise.reject(new Fault('VALIDATION', 'no', { status: 400 }));
    const tracked = tracker();
    await tracked.add(action('editor.save'));
    await tracked.flush();
    expect(store.names().filter(each => each.includes('batch'))).toEqual([]);
  });

  it('should forget the visit and what waits at sign-out, and for another person', async () => {
    const tracked = tracker();
    await tracked.add(action('editor.save'));
    expect(store.names()).toHaveLength(2);
    tracked.reset();
    expect(store.names()).toEqual([]);
    await tracked.add(action('editor.save'));
    await tracked.flush();
    person = 'bo@loupe.local';
    await tracked.add(action('editor.next'));
    await tracked.flush();
    expect(new Set(sent.map(each => each.visit.id)).size).toBe(2);
  });
});
