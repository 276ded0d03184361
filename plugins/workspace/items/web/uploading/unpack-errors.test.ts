import { expect, it } from 'vitest';
import { unpackErrors } from './unpack-errors.ts';

const result = { created: 1, replaced: 0, skipped: 0, ignored: 0 };

it('should name each file that failed with its reason, safe for a spreadsheet', () => {
  expect(
    unpackErrors({
      ...result,
      failed_count: 2,
      failed: [
        { path: 'day/a,"b".png', message: 'It is broken.' },
        { path: '=cmd.png', message: 'Too large.' },
      ],
    }),
  ).toBe('file,reason\r\n"day/a,""b"".png",It is broken.\r\n\'=cmd.png,Too large.');
});

it('should count those whose reasons were not kept', () => {
  expect(
    unpackErrors({ ...result, failed_count: 2500, failed: [{ path: 'a.png', message: 'No.' }] }).split('\r\n')[2],
  ).toMatch(/^"2,499 more files"/);
});
