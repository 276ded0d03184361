import { describe, expect, it } from 'vitest';
import type { TeamMember } from '../../common/api.ts';
import type { MemberColumn } from './member-column.ts';
import { columnChoices, membersCsv, NO_VALUE, shownMembers } from './member-list.ts';

const member = (email: string, name = '', role = 4): TeamMember => ({
  id: email,
  member_id: 1,
  email,
  address: email,
  first_name: name,
  last_name: '',
  user_role: role,
  state: 'CONFIRMED',
  permissions: [],
  team_role: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  last_active_at: null,
});
const people = [member('ana@x.org', 'Zoe'), member('bo@x.org', 'Bo', 7), member('cy@x.org', '=cmd()')];
const column = (key: string, values: Readonly<Record<string, string | number | readonly string[]>>): MemberColumn => ({
  key,
  title: key,
  width: 100,
  order: 1,
  value: each => values[each.email],
});
const skills = column('skills', { 'ana@x.org': ['cars', 'trees'], 'bo@x.org': ['cars'] });
const items = column('items', { 'ana@x.org': 9, 'bo@x.org': 10 });
const emails = (found: readonly TeamMember[]): readonly string[] => found.map(each => each.email);
const all = { search: '', values: {}, sort: 'name', order: 'asc' } as const;

describe('the members shown', () => {
  it('should be found by a part of name or e-mail in any case', () => {
    expect(emails(shownMembers(people, [], { ...all, search: 'ZO' }))).toEqual(['ana@x.org']);
    expect(emails(shownMembers(people, [], { ...all, search: 'CY@' }))).toEqual(['cy@x.org']);
  });

  it('should have the wanted value, or none', () => {
    expect(emails(shownMembers(people, [skills], { ...all, values: { skills: 'trees' } }))).toEqual(['ana@x.org']);
    expect(emails(shownMembers(people, [skills], { ...all, values: { skills: NO_VALUE } }))).toEqual(['cy@x.org']);
  });

  it('should be found by rights that are granted, not granted, or none at all', () => {
    const rights = { ...skills, rights: ['cars', 'trees'] };
    const found = (wanted: string): readonly string[] =>
      emails(shownMembers(people, [rights], { ...all, values: { skills: wanted } }));
    expect(columnChoices([], rights)).toEqual([
      'cars: granted',
      'trees: granted',
      'cars: not granted',
      'trees: not granted',
      'None granted',
    ]);
    expect(found('trees: granted')).toEqual(['ana@x.org']);
    expect(found('trees: not granted')).toEqual(['cy@x.org', 'bo@x.org']);
    expect(found('None granted')).toEqual(['cy@x.org']);
    expect(found('gone: granted')).toHaveLength(3);
  });

  it('should be sorted by number, who has none last in both orders', () => {
    expect(emails(shownMembers(people, [items], { ...all, sort: 'items' }))).toEqual([
      'ana@x.org',
      'bo@x.org',
      'cy@x.org',
    ]);
    expect(emails(shownMembers(people, [items], { ...all, sort: 'items', order: 'desc' }))).toEqual([
      'bo@x.org',
      'ana@x.org',
      'cy@x.org',
    ]);
  });

  it('should ignore a filter on a column that is gone', () => {
    expect(shownMembers(people, [], { ...all, values: { gone: 'x' } })).toHaveLength(3);
  });
});

it('should offer each value of a column once, none last', () => {
  expect(columnChoices(people, skills)).toEqual(['cars', 'trees', NO_VALUE]);
});

it('should write a file in which nothing runs as a formula', () => {
  expect(membersCsv(people, [skills, items])).toBe(
    '\uFEFFName,E-mail,skills,items\r\nZoe,ana@x.org,"cars, trees",9\r\nBo,bo@x.org,cars,10\r\n\'=cmd(),cy@x.org,,\r\n',
  );
});
