import { describe, expect, it } from 'vitest';
import { readInvitedEmails } from './invited-emails.ts';

describe('addresses in pasted text', () => {
  it('should be separated by commas, semicolons, blanks and lines', () => {
    expect(readInvitedEmails('a@x.org, b@x.org;c@x.org\nd@x.org  e@x.org').emails).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
      'd@x.org',
      'e@x.org',
    ]);
  });

  it('should count once whatever their case', () => {
    expect(readInvitedEmails('A@X.org a@x.org').emails).toEqual(['a@x.org']);
  });

  it('should be read out of a mail program’s form', () => {
    expect(readInvitedEmails('Ana Lee <ana@x.org>, Bo <bo@x.org>')).toEqual({
      emails: ['ana@x.org', 'bo@x.org'],
      invalid: [],
    });
  });

  it('should name the pieces that are none', () => {
    expect(readInvitedEmails('ana@x.org, bo@, cy')).toEqual({ emails: ['ana@x.org'], invalid: ['bo@', 'cy'] });
  });
});
