import { expect, it } from 'vitest';
import { mentionedIn } from './mentions.ts';

const people = [
  { email: 'ana@x.org', firstName: 'Ana', lastName: 'Silva' },
  { email: 'ana.maria@x.org', firstName: 'Ana Maria', lastName: 'Reis' },
  { email: 'bo@x.org', firstName: 'Bo', lastName: '' },
  { email: 'soon@x.org', firstName: '', lastName: '' },
];

it.each([
  ['@Ana Silva please look', ['ana@x.org']],
  ['Please look, @ana', ['ana@x.org']],
  ['@ana maria: see above', ['ana.maria@x.org']],
  ['@bo@x.org and @soon', ['bo@x.org', 'soon@x.org']],
  ['(@Bo)', ['bo@x.org']],
  ['@Bonnie is not here', []],
  ['Write to info@bo', []],
  ['Nobody @ all', []],
])('should find the people that “%s” mentions', (text, emails) => {
  expect(mentionedIn(text, people)).toEqual(emails);
});

it('should mention nobody by a first name that two people have', () => {
  const twins = [
    { email: 'a@x.org', firstName: 'Kim', lastName: 'Park' },
    { email: 'b@x.org', firstName: 'Kim', lastName: 'Lee' },
  ];
  expect(mentionedIn('@Kim', twins)).toEqual([]);
  expect(mentionedIn('@Kim Lee', twins)).toEqual(['b@x.org']);
});
