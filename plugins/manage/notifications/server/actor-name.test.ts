import { expect, it } from 'vitest';
import { withActorName } from './actor-name.ts';

const members = [{ email: 'ana@old.test', address: 'ana@new.test' }];
const nameOf = (email: string, name: string): string | undefined =>
  withActorName({ kind: 'x', to: [], actor: { email, name } }, members).actor?.name;

it('should name people by the name they gave, else by their present address', () => {
  expect(nameOf('ana@old.test', 'Ana')).toBe('Ana');
  expect(nameOf('ana@old.test', '')).toBe('ana@new.test');
  expect(nameOf('gone@old.test', '')).toBe('gone@old.test');
  expect(withActorName({ kind: 'x', to: [] }, members).actor).toBeUndefined();
});
