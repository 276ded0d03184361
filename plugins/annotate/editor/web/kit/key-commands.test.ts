import { expect, it } from 'vitest';
import type { NamedKey } from './key-commands.ts';
import { keyCommands } from './key-commands.ts';

const key = (id: string, more: Partial<NamedKey> = {}): NamedKey => ({
  id,
  title: id,
  group: 'Tools',
  chords: ['B'],
  ...more,
});

it('should offer by name what applies and may be done, and leave to the frame what it does itself', () => {
  const done: string[] = [];
  const own = [
    key('box'),
    key('peek', { held: true }),
    key('undo', { sameAs: 'editor.undo' }),
    key('join', { changes: true }),
    key('lock'),
  ];
  const keys = { keys: own, idOf: ({ id, sameAs }: NamedKey): string => sameAs ?? `editor.test.${id}` };
  const offered = (readOnly: boolean): readonly string[] =>
    keyCommands(
      keys,
      readOnly,
      each => each.id !== 'lock',
      each => done.push(each.id),
    ).map(each => each.id);
  expect(offered(false)).toEqual(['editor.test.box', 'editor.test.join']);
  expect(offered(true)).toEqual(['editor.test.box']);
  keyCommands(
    keys,
    false,
    () => true,
    each => done.push(each.id),
  )[0]!.run();
  expect(done).toEqual(['box']);
});
