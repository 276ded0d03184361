import { describe, expect, it } from 'vitest';
import { decodeNotice, encodeNotice } from './notice.ts';

describe('the header of maintenance', () => {
  it('should carry a notice in any script', () => {
    const notice = {
      active: true,
      from: '2026-11-23T20:00:00.000Z',
      to: null,
      message: 'Größere Platten — まもなく再開します',
      scope: 'all',
      readOnly: false,
    } as const;
    expect(encodeNotice(notice)).toMatch(/^[\w+/=]+$/);
    expect(decodeNotice(encodeNotice(notice))).toEqual(notice);
  });

  it('should be no notice when it is something else', () => {
    for (const text of ['', 'true', btoa('{}'), btoa('{"active":1}'), '€']) expect(decodeNotice(text)).toBeUndefined();
  });
});
