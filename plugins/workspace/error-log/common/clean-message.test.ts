import { describe, expect, it } from 'vitest';
import { cleanMessage } from './clean-message.ts';

describe('cleaning messages of errors', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'items')", "Cannot read properties of undefined (reading 'items')"],
    ['The class "Ana’s tumour" is unknown', 'The class <text> is unknown'],
    ['The class “Ana’s tumour” is unknown', 'The class <text> is unknown'],
    [
      'duplicate key value violates unique constraint "team_key"',
      'duplicate key value violates unique constraint <text>',
    ],
    ['ana.perez+x@clinic.example.org is not a member', '<e-mail> is not a member'],
    ['GET https://user:pass@host/x?token=abc failed', 'GET <address> failed'],
    ['Bearer eyJhbGciOiJFZERTQSJ9abc is too old', 'Bearer <id> is too old'],
    ['Item 123456 of page 12 failed', 'Item <number> of page 12 failed'],
    ['The class "Ana\nLópez" is unknown', 'The class <text>'],
    ["Can't find the class 'Ana\nLópez'", "Can't find the class <text>"],
    [`Expected ',' in JSON, ..."name":"Ana"}" is not valid JSON`, 'Expected <text> in JSON, <text> is not valid JSON'],
    ['first line\nsecond line with content', 'first line'],
  ])('should turn %j into %j', (before, after) => expect(cleanMessage(before)).toBe(after));

  it('should keep no more than 300 characters', () => expect(cleanMessage('word '.repeat(500))).toHaveLength(300));
});
