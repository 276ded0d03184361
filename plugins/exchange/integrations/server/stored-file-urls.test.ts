import { expect, it } from 'vitest';
import { makeKeys, SecretBox } from '#core/data/server/index.ts';
import { StoredFileUrls } from './stored-file-urls.ts';

it('should take the address it gave out, and refuse any other mark, also one of other letters', () => {
  const urls = new StoredFileUrls(new SecretBox(makeKeys()));
  const query = Object.fromEntries(
    new URLSearchParams(urls.sign({ teamId: 1, integrationId: 2, path: 'a.jpg' }, 0).split('?')[1]),
  );
  expect(urls.verify(2, query, 1)).toEqual({ teamId: 1, integrationId: 2, path: 'a.jpg' });
  for (const sig of ['', 'x', 'x'.repeat(43), 'é'.repeat(43), `${query['sig']!.slice(1)}é`])
    expect(urls.verify(2, { ...query, sig }, 1)).toBe('refused');
});
