import { expect, it } from 'vitest';
import { opensFor } from './tried-role.ts';

const app = (...open: readonly (number | 'contributor')[]) =>
  ({ grant: { capabilities: [], hosts: [], open } }) as never;

it.each([
  ['the roles that were named', app(2), [2, 7, 12]],
  ['everybody', app('contributor'), [2, 3, 7, 12]],
  ['admins of the team alone', app(), [7, 12]],
])('should know that an app opens for %s', (_, opened, roles) => {
  expect([2, 3, 7, 12].filter(each => opensFor(opened, each))).toEqual(roles);
});
