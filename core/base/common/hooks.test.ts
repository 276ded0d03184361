import { expect, test, vi } from 'vitest';
import {
  ChangeHook,
  ChoiceHook,
  findHook,
  hooksNow,
  KeyedHooks,
  NoticeHook,
  onHookError,
  QuestionHook,
  RevisionHook,
  StageHook,
} from './hooks.ts';

test('should run the taps of a Notice in stage order and go on after one that throws', () => {
  const report = vi.fn();
  onHookError(report);
  const hook = new NoticeHook<[number]>('x.happened');
  const seen: string[] = [];
  hook.tap('late', () => void seen.push('late'), { stage: 10 });
  hook.tap('broken', () => {
    throw new Error('no');
  });
  hook.tap('early', () => void seen.push('early'), { stage: -10 });
  hook.call(1);
  expect(seen).toEqual(['early', 'late']);
  expect(report).toHaveBeenCalledWith(expect.any(Error), 'broken', 'x.happened', 1);
});

test.each([
  ['before the taps of the owners it names', { before: 'b' }, ['a', 'new', 'b', 'c']],
  ['before the first of several it names', { before: ['c', 'a'] }, ['new', 'a', 'b', 'c']],
  ['by its stage when the named owner has no tap', { stage: 5, before: 'absent' }, ['a', 'b', 'new', 'c']],
  ['before a named owner of a smaller stage', { stage: 20, before: 'a' }, ['new', 'a', 'b', 'c']],
  ['by its stage when that is before the named owner', { stage: -1, before: 'c' }, ['new', 'a', 'b', 'c']],
  ['last of its stage', {}, ['a', 'b', 'new', 'c']],
])('should place a tap %s', (_, options, order) => {
  const hook = new NoticeHook<[]>('x.happened');
  hook.tap('a', vi.fn());
  hook.tap('b', vi.fn());
  hook.tap('c', vi.fn(), { stage: 10 });
  hook.tap('new', vi.fn(), options);
  expect(hook.owners).toEqual(order);
});

test('should list the hooks in memory with the owners of their taps', () => {
  const hook = new NoticeHook<[]>('x.listed');
  const tap = hook.tap('a', vi.fn(), { stage: 1 });
  hook.tap('b', vi.fn());
  expect(hooksNow().get('x.listed')).toEqual(['b', 'a']);
  tap.dispose();
  expect(hooksNow().get('x.listed')).toEqual(['b']);
});

test('should run the taps a call began with, also when one of them adds another', () => {
  const hook = new NoticeHook<[]>('x.happened');
  const late = vi.fn();
  hook.tap('a', () => void hook.tap('b', late));
  hook.call();
  expect(late).not.toHaveBeenCalled();
  expect(hook.owners).toEqual(['a', 'b']);
});

test('should give the first answer of a Choice', () => {
  const hook = new ChoiceHook<[string], string>('x.choosing');
  const third = vi.fn();
  hook.tap('a', () => undefined);
  hook.tap('b', text => `found ${text}`);
  hook.tap('c', third);
  expect(hook.call('b')).toBe('found b');
  expect(third).not.toHaveBeenCalled();
});

test('should let each tap of a Change replace the value, and keep it on undefined', () => {
  const hook = new ChangeHook<number, [string]>('x.changing');
  hook.tap('a', value => value + 1);
  hook.tap('b', () => undefined);
  hook.tap('c', (value, word) => value * word.length);
  expect(hook.call(1, 'abc')).toBe(6);
});

test('should wait in a Revision, give the first answer of a Question, and stop a Stage at a fault', async () => {
  const revision = new RevisionHook<object, string>('x.saving');
  revision.tap('a', async (_, value) => `${value}!`);
  expect(await revision.promise({}, 'hi')).toBe('hi!');

  const question = new QuestionHook<[number], string>('x.asking');
  question.tap('a', async () => undefined);
  question.tap('b', async value => `got ${value}`);
  const third = vi.fn();
  question.tap('c', third);
  expect(await question.promise(4)).toBe('got 4');
  expect(third).not.toHaveBeenCalled();

  const stage = new StageHook<[]>('x.leaving');
  const after = vi.fn();
  stage.tap('a', () => Promise.reject(new Error('stop')));
  stage.tap('b', after);
  await expect(stage.promise()).rejects.toThrow('stop');
  expect(after).not.toHaveBeenCalled();
});

test('should forget a disposed tap, also one that disposes itself during a call, and never another of the same function', () => {
  const hook = new NoticeHook<[]>('x.happened');
  const shared = vi.fn();
  const first = hook.tap('a', shared);
  hook.tap('b', shared);
  const once = hook.tap('c', () => once.dispose());
  hook.call();
  expect(hook.owners).toEqual(['a', 'b']);
  first.dispose();
  first.dispose();
  hook.call();
  expect(hook.owners).toEqual(['b']);
  expect(shared).toHaveBeenCalledTimes(3);
});

test('should leave out taps of plugins that are off for the context', async () => {
  const context = { enabled: (owner: string) => owner !== 'off' };
  const notice = new NoticeHook<[typeof context]>('x.happened');
  const revision = new RevisionHook<typeof context, number>('x.saving');
  const seen: string[] = [];
  for (const owner of ['on', 'off']) {
    notice.tap(owner, () => void seen.push(owner));
    revision.tap(owner, (_, value) => value + 1);
  }
  notice.call(context);
  expect(seen).toEqual(['on']);
  expect(await revision.promise(context, 0)).toBe(1);
});

test('should make one hook per key', () => {
  const menu = new KeyedHooks((key: string) => new ChangeHook<readonly string[]>(`x.menu.${key}`));
  menu.for('item').tap('a', items => [...items, 'copy']);
  expect(menu.for('item').call([])).toEqual(['copy']);
  expect(menu.for('folder').call([])).toEqual([]);
  expect(menu.keys).toEqual(['item', 'folder']);
});

test('should find a hook by its name among the properties of several objects', () => {
  const happened = new NoticeHook<[]>('x.happened');
  const menu = new KeyedHooks((key: string) => new ChangeHook<readonly string[]>(`x.menu.${key}.items`));
  const owners = [{ size: 1 }, { happened }, { menu }];
  expect(findHook(owners, 'x.happened')).toBe(happened);
  expect(findHook(owners, 'x.menu.item.context.items')).toBe(menu.for('item.context'));
  expect(findHook(owners, 'x.menu..items')).toBeUndefined();
  expect(findHook(owners, 'x.menu.item')).toBeUndefined();
  expect(findHook(owners, 'x.absent')).toBeUndefined();
  expect(menu.keys).toEqual(['item.context']);
  expect(hooksNow().has('x.menu.*.items')).toBe(false);
});
