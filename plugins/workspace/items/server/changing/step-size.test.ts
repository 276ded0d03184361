import { expect, it } from 'vitest';
import { StepSize } from './step-size.ts';

it('should fit the steps of the embedded database to 40 ms', () => {
  const size = new StepSize('pglite', 1000);
  expect(size.items).toBe(100);
  size.took(160);
  expect(size.items).toBe(25);
  size.took(5000);
  expect(size.items).toBe(20);
  for (let step = 0; step < 10; step += 1) size.took(1);
  expect(size.items).toBe(1000);
});

it('should leave the steps of a server database as they are', () => {
  const size = new StepSize('postgres', 1000);
  size.took(5000);
  expect(size.items).toBe(1000);
});
