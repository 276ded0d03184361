import { expect, it } from 'vitest';
import { creatorName } from './creator-name.ts';

const members = [
  { email: 'ana@old.org', address: 'ana@new.org' },
  { email: 'bo@x.org', address: 'bo@x.org' },
];

it('should filter projects by the e-mail that names a person when their present address is typed', () => {
  expect(creatorName(' Ana@New.org ', members)).toBe('ana@old.org');
});

it('should filter by what is typed for everybody else', () => {
  for (const text of ['bo@x.org', 'ana@old.org', 'cy@left.org', '']) expect(creatorName(text, members)).toBe(text);
});
