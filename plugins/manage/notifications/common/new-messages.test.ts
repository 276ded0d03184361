import { expect, it } from 'vitest';
import { newMessages } from './new-messages.ts';

const message = (text: string, email: string) => ({ text, email, createdAt: '2026-03-02T08:00:00.000Z' });
const thread = (...correspondence: ReturnType<typeof message>[]) => ({ correspondence });

it('should find what the author added, with those who wrote in the thread before', () => {
  const first = message('Too small', 'qa@x.org');
  expect(
    newMessages(
      [thread(first)],
      [thread(first, message('Fixed', 'ana@x.org')), thread(message('Here too', 'ana@x.org'))],
      'ana@x.org',
    ),
  ).toEqual([
    { text: 'Fixed', thread: ['qa@x.org'] },
    { text: 'Here too', thread: [] },
  ]);
});

it('should find nothing in messages of others or in deleted ones', () => {
  const own = message('Fixed', 'ana@x.org');
  expect(newMessages([thread(own)], [thread(own)], 'ana@x.org')).toEqual([]);
  expect(newMessages([thread(own)], [], 'ana@x.org')).toEqual([]);
  expect(newMessages([], [thread(message('Imported', 'bo@x.org'))], 'ana@x.org')).toEqual([]);
});
