import { expect, it } from 'vitest';
import { TabLocks } from './tab-locks.ts';

it('should know the locks of living tabs, until they are released or their tab goes', async () => {
  const [one, other] = [new TabLocks(), new TabLocks()];
  const [first, second] = [one.hold('first'), other.hold('second')];
  expect(await one.held()).toEqual(new Set(['first', 'second']));
  second();
  expect(await one.held()).toEqual(new Set(['first']));
  expect(await new TabLocks().held()).toEqual(new Set(['first']));
  first();
  expect(await other.held()).toEqual(new Set());
});
