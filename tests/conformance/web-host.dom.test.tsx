import { Container } from 'inversify';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoticeHook } from '#core/base/common/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { definePlugin, validateManifests } from '#core/kernel/common/index.ts';
import type { AnyWebHalf, LoadHalf } from '#core/kernel/web/index.ts';
import { defineWebHalf, WebHooks, WebPluginHost } from '#core/kernel/web/index.ts';
import teamLinks from '../../examples/bundled-plugin/web/index.ts';
import teamLinksManifest from '../../examples/bundled-plugin/manifest.ts';

class Shelf {
  readonly books = ['one'];
}

let hooks: WebHooks;
let commands: CommandRegistry;
let host: WebPluginHost;
/** Lets the next plugin wake that waits for the page to have nothing else to do. */
let pauses: (() => void)[];
const failed = vi.fn();

const open = (
  manifests: readonly Manifest[],
  halves: Readonly<Record<string, AnyWebHalf | LoadHalf>>,
): WebPluginHost => {
  hooks = new WebHooks();
  commands = new CommandRegistry({ wake: id => host.activate(id), can: access => access !== 'super-admin', failed });
  const loads = new Map(
    Object.entries(halves).map(([id, half]) => [
      id,
      typeof half === 'function' ? half : async () => ({ default: half }),
    ]),
  );
  host = new WebPluginHost(
    new Container({ defaultScope: 'Singleton' }),
    hooks,
    commands,
    validateManifests(manifests, () => true),
    loads,
    () => undefined,
    () => new Promise(resolve => pauses.push(resolve)),
  );
  return host;
};

const half = (manifest: Manifest, part: Omit<AnyWebHalf, 'manifest'>): AnyWebHalf => defineWebHalf(manifest, part);
const shelf = definePlugin({
  id: 'shelf',
  title: 'Shelf',
  commands: { tidy: { title: 'Tidy', access: 'team-member' }, burn: { title: 'Burn', access: 'super-admin' } },
  menus: { main: ['tidy'] },
  shortcuts: { tidy: 'Ctrl+T' },
});
const reader = definePlugin({ id: 'reader', title: 'Reader', requires: ['shelf'], activation: { with: 'shelf' } });

beforeEach(() => {
  failed.mockReset();
  pauses = [];
});

test('should offer commands and menus from manifests alone and wake the plugin at the first run', async () => {
  const tidy = vi.fn();
  const load = vi.fn(async () => ({
    default: half(shelf, {
      activate: ({ command }) => {
        command('tidy' as never, tidy);
        command('burn' as never, () => undefined);
      },
    }),
  }));
  open([shelf], { shelf: load });
  await host.enable(new Set(['shelf']));
  expect(host.menu('main', {}).map(each => each.title)).toEqual(['Tidy']);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([commands.run('shelf.tidy', { a: 1 }), commands.run('shelf.tidy', { a: 2 })]);
  expect(tidy.mock.calls).toEqual([[{ a: 1 }], [{ a: 2 }]]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('should refuse a command the caller may not run', async () => {
  open([shelf], {
    shelf: half(shelf, {
      activate: ({ command }) => {
        command('tidy' as never, vi.fn());
        command('burn' as never, vi.fn());
      },
    }),
  });
  await host.enable(new Set(['shelf']));
  expect(await commands.run('shelf.burn')).toBe(false);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'FORBIDDEN' }));
});

test('should leave nothing behind when it is switched off: no taps, commands, services', async () => {
  const ended = vi.fn();
  open([shelf, reader], {
    shelf: half(shelf, {
      provides: [Shelf],
      bindings: container => void container.bind(Shelf).toSelf().onDeactivation(ended),
      activate: ({ command, tap, own }) => {
        for (const name of ['tidy', 'burn']) command(name as never, vi.fn());
        own({ dispose: ended });
        void tap;
      },
    }),
    reader: half(reader, {
      activate: ({ get, tap }) => {
        expect(get(Shelf).books).toEqual(['one']);
        tap(hooks.tracked as never, (() => undefined) as never);
      },
    }),
  });
  await host.enable(new Set(['shelf', 'reader']));
  await host.activate('shelf');
  await vi.waitFor(() => expect(host.state.status).toEqual({ shelf: 'active', reader: 'active' }));
  expect(hooks.tracked.owners).toEqual(['reader']);
  await host.leave();
  expect(hooks.tracked.owners).toEqual([]);
  expect(commands.implemented).toBe(0);
  expect(commands.state.commands.size).toBe(0);
  expect(ended).toHaveBeenCalled();
  expect(host.container('shelf')).toBeUndefined();
  await expect(host.activate('shelf')).rejects.toThrow('switched off');
});

test('should undo everything of a half that fails, say so, and try again at the next use', async () => {
  let broken = true;
  open([shelf], {
    shelf: half(shelf, {
      activate: ({ command }) => {
        command('tidy' as never, vi.fn());
        if (broken) throw new Error('no shelf');
        command('burn' as never, vi.fn());
      },
    }),
  });
  await host.enable(new Set(['shelf']));
  await expect(host.activate('shelf')).rejects.toThrow('no shelf');
  expect(commands.implemented).toBe(0);
  expect(host.state.status['shelf']).toBe('failed');
  broken = false;
  await host.activate('shelf');
  expect(host.state.status['shelf']).toBe('active');
});

test('should refuse a half that contributes less or more than its manifest declares', async () => {
  open([shelf], { shelf: half(shelf, { activate: ({ command }) => command('tidy' as never, vi.fn()) }) });
  await host.enable(new Set(['shelf']));
  await expect(host.activate('shelf')).rejects.toThrow('declares command burn but contributes none');
  open([shelf], { shelf: half(shelf, { activate: ({ page }) => page('list' as never, vi.fn()) }) });
  await host.enable(new Set(['shelf']));
  await expect(host.activate('shelf')).rejects.toThrow('routes list, which its manifest does not declare');
});

test('should refuse that a plugin which only wakes at use taps a hook of others', async () => {
  const sleepy = definePlugin({ id: 'sleepy', title: 'Sleepy' });
  open([sleepy], {
    sleepy: half(sleepy, { activate: ({ tap }) => tap(new NoticeHook<[]>('core.tracked'), () => undefined) }),
  });
  await host.enable(new Set(['sleepy']));
  await expect(host.activate('sleepy')).rejects.toThrow('only wakes at use');
});

test('should never reach a service of a plugin that is not required', async () => {
  const stranger = definePlugin({ id: 'stranger', title: 'Stranger' });
  const plain = definePlugin({ id: 'plain', title: 'Plain' });
  open([plain, stranger], {
    plain: half(plain, {
      provides: [Shelf],
      bindings: container => void container.bind(Shelf).toSelf(),
      activate: () => undefined,
    }),
    stranger: half(stranger, { activate: ({ get }) => void get(Shelf) }),
  });
  await host.enable(new Set(['plain', 'stranger']));
  await host.activate('plain');
  await expect(host.activate('stranger')).rejects.toThrow();
});

test('should show the page of the bundled example', async () => {
  const items = definePlugin({ id: 'items', title: 'Items' });
  open([items, teamLinksManifest], { 'team-links': teamLinks as unknown as AnyWebHalf });
  await host.enable(new Set(['items', 'team-links']));
  expect(host.menu('main', {}).map(each => each.path)).toEqual(['/t/:teamId/team-links']);
  expect(await host.page('team-links', 'links')).toBeTypeOf('function');
});

test('should wake plugins of the organization one at a time, each in a pause, and end when plugins are switched', async () => {
  const woken: string[] = [];
  const manifests = ['one', 'two', 'three'].map(id => definePlugin({ id, title: id, activation: 'organization' }));
  open(
    [...manifests, shelf],
    Object.fromEntries(
      [...manifests, shelf].map(each => [each.id, half(each, { activate: () => void woken.push(each.id) })]),
    ),
  );
  await host.enable(new Set(['one', 'two', 'three', 'shelf']));
  const waking = host.wake();
  expect(woken).toEqual([]);
  pauses[0]!();
  await vi.waitFor(() => expect(pauses).toHaveLength(2));
  expect(woken).toEqual(['one']);
  await host.enable(new Set(['one', 'three']));
  pauses[1]!();
  await waking;
  expect(woken).toEqual(['one']);
});

test('should wake plugins of the start first, and the others though one never ends to wake', async () => {
  const woken: string[] = [];
  const manifests = ['stuck', 'late', 'early'].map(id =>
    definePlugin({ id, title: id, activation: id === 'early' ? 'start' : 'organization' }),
  );
  open(
    manifests,
    Object.fromEntries(
      manifests.map(each => [
        each.id,
        half(each, {
          activate: () => (each.id === 'stuck' ? new Promise<void>(() => undefined) : void woken.push(each.id)),
        }),
      ]),
    ),
  );
  await host.enable(new Set(['early', 'stuck', 'late']));
  void host.wake();
  for (let at = 0; at < 3; at++) {
    await vi.waitFor(() => expect(pauses).toHaveLength(at + 1));
    pauses[at]!();
  }
  await vi.waitFor(() => expect(woken).toEqual(['early', 'late']));
});

test('should wake with a plugin that is used at once, and with one that another needs in a pause of the page', async () => {
  const borrower = definePlugin({ id: 'borrower', title: 'Borrower', requires: ['shelf'] });
  const manifests: readonly Manifest[] = [shelf, reader, borrower];
  const halves = Object.fromEntries(
    manifests.map(each => [
      each.id,
      half(each, {
        activate: ({ command }) => {
          for (const name of Object.keys(each.commands ?? {})) command(name as never, () => undefined);
        },
      }),
    ]),
  );
  const ids = new Set(manifests.map(each => each.id));
  open(manifests, halves);
  await host.enable(ids);
  await host.activate('borrower');
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  expect(host.state.status).toEqual({ shelf: 'active', reader: 'enabled', borrower: 'active' });
  pauses[0]!();
  await vi.waitFor(() => expect(host.state.status['reader']).toBe('active'));

  open(manifests, halves);
  await host.enable(ids);
  await host.activate('shelf');
  await vi.waitFor(() => expect(host.state.status['reader']).toBe('active'));
});

test('should wake with a page of another plugin before that page is drawn, and not with its other pages', async () => {
  const route = { title: '', access: 'team-member' };
  const library = definePlugin({
    id: 'library',
    title: 'Library',
    routes: { list: { ...route, path: '/l' }, book: { ...route, path: '/l/:id' } },
  });
  const notes = definePlugin({
    id: 'notes',
    title: 'Notes',
    requires: ['library'],
    activation: { with: 'library.book' },
  });
  open([library, notes], {
    library: half(library, {
      activate: ({ page }) => {
        for (const name of ['list', 'book']) page(name as never, async () => ({ default: () => null }));
      },
    }),
    notes: half(notes, { activate: () => undefined }),
  });
  await host.enable(new Set(['library', 'notes']));
  await host.page('library', 'list');
  expect(host.state.status).toEqual({ library: 'active', notes: 'enabled' });
  await host.page('library', 'book');
  expect(host.state.status).toEqual({ library: 'active', notes: 'active' });
});

test('should draw menus again when a plugin that changes one wakes, and not when another does', async () => {
  const quietOne = definePlugin({ id: 'silent', title: 'Silent', activation: 'organization' });
  const loud = definePlugin({ id: 'loud', title: 'Loud', activation: 'organization' });
  open([quietOne, loud], {
    silent: half(quietOne, { activate: () => undefined }),
    loud: half(loud, {
      activate: ({ tap }) =>
        tap(hooks.menu.for('main'), items => [...items, { id: 'loud.more', title: 'More', order: 1 }]),
    }),
  });
  await host.enable(new Set(['silent', 'loud']));
  const before = host.state.menuVersion;
  await host.activate('silent');
  expect(host.state.menuVersion).toBe(before);
  await host.activate('loud');
  expect(host.state.menuVersion).toBe(before + 1);
  expect(host.menu('main', {}).map(each => each.title)).toEqual(['More']);
});

test('should give an optional plugin where it is on, and start again when it comes or goes', async () => {
  const found: (Shelf | undefined)[] = [];
  const visitor = definePlugin({
    id: 'visitor',
    title: 'Visitor',
    optional: ['shelf'],
    activation: 'organization',
    commands: { borrow: { title: 'Borrow', access: 'team-member', scope: 'shelf' } },
    panels: { view: { place: 'shelf.side', title: 'View' } },
  });
  open([shelf, visitor], {
    shelf: half(shelf, {
      provides: [Shelf],
      bindings: container => void container.bind(Shelf).toSelf(),
      activate: ({ command }) => {
        command('tidy' as never, vi.fn());
        command('burn' as never, vi.fn());
      },
    }),
    visitor: half(visitor, {
      activate({ find, command, panel }) {
        found.push(find(Shelf));
        if (found.at(-1) === undefined) return;
        command('borrow' as never, vi.fn());
        panel('view' as never, async () => ({ default: () => null }));
      },
    }),
  });
  await host.enable(new Set(['visitor']));
  await host.activate('visitor');
  expect([found.length, found[0], host.panels('shelf.side'), commands.state.commands.has('visitor.borrow')]).toEqual([
    1,
    undefined,
    [],
    false,
  ]);
  await host.enable(new Set(['visitor', 'shelf']));
  expect([
    found.length,
    found[1] instanceof Shelf,
    host.panels('shelf.side').length,
    commands.has('visitor.borrow'),
  ]).toEqual([2, true, 1, true]);
  await host.enable(new Set(['visitor']));
  expect([found.length, found[2], host.state.status['visitor']]).toEqual([3, undefined, 'active']);
});
