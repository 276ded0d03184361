import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AsyncVariable } from './async-variable.ts';

it('should carry each variable over promises and timers, and leave the others alone', async () => {
  const [person, flag] = [new AsyncVariable<string>(), new AsyncVariable<boolean>()];
  const read = async (): Promise<readonly unknown[]> => {
    await pause(1);
    return [person.get(), flag.get()];
  };
  const found = await person.run('ana', () => Promise.all([read(), flag.run(true, read), person.run('bo', read)]));
  expect(found).toEqual([
    ['ana', undefined],
    ['ana', true],
    ['bo', undefined],
  ]);
  expect(await read()).toEqual([undefined, undefined]);
});
