import { expect, it } from 'vitest';
import { readClaims } from './claims.ts';

const CORE = { iss: 'https://login.example.com', sub: '42' };

it('should prefer given and family names, and split the full name without them', () => {
  expect(readClaims({ ...CORE, name: 'A B', given_name: 'Ana', family_name: 'Lopez' }, 'groups')).toMatchObject({
    firstName: 'Ana',
    lastName: 'Lopez',
  });
  expect(readClaims({ ...CORE, name: 'Ana  María Lopez' }, 'groups')).toMatchObject({
    firstName: 'Ana',
    lastName: 'María Lopez',
  });
});

it.each([
  [undefined, undefined],
  [null, undefined],
  [[], []],
  ['staff', ['staff']],
  [
    ['staff', 7, '', ' leads '],
    ['staff', 'leads'],
  ],
])('should read the groups %j as %j', (claim, groups) => {
  expect(readClaims({ ...CORE, roles: claim }, 'roles').groups).toEqual(groups);
});

it('should call an address unverified only where the provider says so', () => {
  expect(readClaims({ ...CORE, email: 'Ana@Example.com' }, 'groups')).toMatchObject({
    email: 'ana@example.com',
    emailVerified: true,
  });
  expect(readClaims({ ...CORE, email_verified: false }, 'groups').emailVerified).toBe(false);
  expect(readClaims({ ...CORE, email_verified: 'false' }, 'groups').emailVerified).toBe(false);
});
