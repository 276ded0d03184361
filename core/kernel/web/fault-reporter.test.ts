import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Fault, forbidden } from '#core/base/common/index.ts';
import type { BrowserFault } from '../common/index.ts';
import { FaultReporter } from './fault-reporter.ts';

let sent: (readonly BrowserFault[])[];
let online: boolean;
let reporter: FaultReporter;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  online = true;
  reporter = new FaultReporter({
    send: async faults => sent.push(faults),
    versionOf: plugin => (plugin === 'notes' ? '1.2.3' : undefined),
    online: () => online,
  });
});
afterEach(() => void vi.useRealTimers());

test('should report several faults in one call', () => {
  reporter.report('notes', 'page', new Error('one'), 'list');
  reporter.report('maps', 'hook', new Error('two'), 'core.tracked');
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(sent).toMatchObject([
    [
      {
        plugin: 'notes',
        moment: 'page',
        name: 'list',
        message: 'one',
        version: '1.2.3',
        stack: expect.stringContaining('Error: one'),
      },
      { plugin: 'maps', moment: 'hook', message: 'two' },
    ],
  ]);
  expect(sent[0]![1]).not.toHaveProperty('version');
});

test('should report each message once, also when it happens again later', () => {
  for (let times = 0; times < 3; times++) {
    reporter.report('notes', 'panel', new Error('again'), 'side');
    vi.advanceTimersByTime(5_000);
  }
  reporter.report('maps', 'panel', new Error('again'), 'side');
  vi.advanceTimersByTime(1_000);
  expect(sent.flat().map(each => each.plugin)).toEqual(['notes', 'maps']);
});

test('should report one error once, where it was seen first', () => {
  const error = new Error('first');
  reporter.report('notes', 'activate', error);
  reporter.report('maps', 'activate', error);
  reporter.report('maps', 'page', error, 'list');
  vi.advanceTimersByTime(1_000);
  expect(sent.flat()).toMatchObject([{ plugin: 'notes', moment: 'activate' }]);
});

test('should report nothing that was aborted, refused, or lost with the network', () => {
  reporter.report('notes', 'page', new DOMException('gone', 'AbortError'));
  reporter.report('notes', 'page', forbidden('Draw'));
  reporter.report('notes', 'page', new Fault('NETWORK', 'No connection to the server.', { status: 502 }));
  online = false;
  reporter.report('notes', 'load', new TypeError('Failed to fetch dynamically imported module'));
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([]);
});

test('should cut what is long, split what is much, and stop at a number', () => {
  reporter.report('notes', 'page', Object.assign(new Error('m'.repeat(9_000)), { stack: 's'.repeat(90_000) }));
  for (let each = 0; each < 200; each++) reporter.report('notes', 'page', new Error(`number ${each}`));
  vi.advanceTimersByTime(1_000);
  expect(sent.map(each => each.length)).toEqual([10, 10, 10, 10, 10]);
  expect([sent[0]![0]!.message.length, sent[0]![0]!.stack!.length]).toEqual([500, 4_000]);
});

test('should report a file that did not load at once, and throw nothing when the report fails', async () => {
  const send = vi.fn(() => Promise.reject(new Error('no network')));
  new FaultReporter({ send }).report('notes', 'load', new Error('did not come'));
  expect(send).toHaveBeenCalledOnce();
  await Promise.resolve();
});
