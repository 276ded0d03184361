import 'reflect-metadata';
import { expect, test } from 'vitest';
import { token } from '#core/base/common/index.ts';
import { findService, provide, provideFrom, serviceContainer } from './services.ts';

const Size = token<number>('test/size');
let made = 0;
class Counter {
  readonly number = (made += 1);
}

test('should find provided services in the container and its children only', () => {
  const core = serviceContainer();
  const child = serviceContainer(core);
  provide(core, Size, 3);
  provide(child, Counter, new Counter());
  expect(child.get(Size)).toBe(3);
  expect(findService(child, Counter)).toBeInstanceOf(Counter);
  expect(findService(core, Counter)).toBeUndefined();
});

test('should refuse a value of another type than its token', () => {
  // @ts-expect-error A size is a number.
  provide(serviceContainer(), Size, 'three');
});

test('should make a service of another container once, at its first use', () => {
  const [provider, user] = [serviceContainer(), serviceContainer()];
  made = 0;
  provider.bind(Counter).toSelf();
  provideFrom(user, Counter, () => provider);
  expect(made).toBe(0);
  expect(user.get(Counter)).toBe(user.get(Counter));
  expect(user.get(Counter)).toBe(provider.get(Counter));
  expect(made).toBe(1);
});
