import { expect, test } from 'vitest';
import { isHookOf, readHookDocs } from './hook-docs.ts';

test('should read name, kind, types and the comment of each hook', () => {
  const source = `/** Not of a hook. */
export class Hooks {
  /** Before a thing is saved. A Fault refuses it. */
  readonly saving = new QuestionHook<[context: Context, thing: Pair<A, B>], Fault>('things.saving');
  readonly bare = new StageHook<[]>('things.bare');
  /**
   * Entries of a menu,
   * for the thing it is about.
   */
  readonly menu = new KeyedHooks((place: string) => new ChangeHook<readonly Item[], [context: Context]>(\`things.menu.\${place}\`));
}`;
  expect(readHookDocs('/plugins/things/server/things-hooks.ts', source)).toEqual([
    {
      name: 'things.saving',
      kind: 'QuestionHook',
      parameters: '[context: Context, thing: Pair<A, B>], Fault',
      doc: 'Before a thing is saved. A Fault refuses it.',
      half: 'server',
    },
    { name: 'things.bare', kind: 'StageHook', parameters: '[]', doc: '', half: 'server' },
    {
      name: 'things.menu.*',
      kind: 'ChangeHook',
      parameters: 'readonly Item[], [context: Context]',
      doc: 'Entries of a menu, for the thing it is about.',
      half: 'server',
    },
  ]);
});

test('should know a hook of a key by its declaration', () => {
  expect([
    isHookOf({ name: 'core.menu.*' }, 'core.menu.main'),
    isHookOf({ name: 'core.menu.*' }, 'core.other'),
    isHookOf({ name: 'a.b' }, 'a.b'),
  ]).toEqual([true, false, true]);
});
