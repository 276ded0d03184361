import { afterEach, expect, it, vi } from 'vitest';
import { fetchText } from './fetch-text.ts';

const signal = new AbortController().signal;
const answers = (make: () => Response | Promise<Response>): void => {
  vi.stubGlobal('location', { href: 'https://loupe.test/t/1', origin: 'https://loupe.test' });
  vi.stubGlobal('fetch', async () => make());
};
const problem = async (url: string): Promise<string> => {
  const answer = await fetchText({ url, name: 'a.txt' }, signal);
  return 'problem' in answer ? answer.problem : `no problem: ${answer.text}`;
};

afterEach(() => vi.unstubAllGlobals());

it('should give the text as places in it are counted', async () => {
  answers(() => new Response('\ufeffone\r\ntwo'));
  expect(await fetchText({ url: '/file', name: 'a.txt' }, signal)).toEqual({ text: 'one\ntwo' });
});

it('should say what is wrong and what helps', async () => {
  answers(() => new Response('', { status: 404 }));
  expect(await problem('/file')).toMatch(/was not found in storage/);
  answers(() =>
    Response.json({ error: 'files.test answered 500 instead of the file.', code: 'OUTSIDE_FILE' }, { status: 422 }),
  );
  expect(await problem('/outside-files')).toBe(
    'a.txt could not be loaded: files.test answered 500 instead of the file.',
  );
  answers(() => new Response(Uint8Array.of(0x61, 0xff)));
  expect(await problem('/file')).toMatch(/a\.txt: .*byte 2 is not valid\. Save it as UTF-8/);
  answers(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await problem('/file')).toMatch(/Check the connection/);
  expect(await problem('')).toMatch(/Upload it again/);
});
