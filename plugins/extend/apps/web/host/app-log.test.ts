import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppLog } from './app-log.ts';

const tellOfApp = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  tellOfApp.mockReset().mockResolvedValue({ success: true });
});
afterEach(() => void vi.useRealTimers());

it('should send what waits together, no more than fifty at a time, and nothing twice', () => {
  const log = new AppLog({ tellOfApp }, 7, 12);
  for (let count = 0; count < 80; count++)
    log.note({ call: 'projects.list', outcome: 'refused', code: 'CAPABILITY_DENIED', itemId: 3 });
  expect(tellOfApp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(tellOfApp).toHaveBeenCalledOnce();
  const [{ params, body }] = tellOfApp.mock.calls[0] as [{ params: object; body: { entries: object[] } }];
  expect(params).toEqual({ team_id: 7, app_id: 12 });
  expect(body.entries).toHaveLength(50);
  expect(body.entries[0]).toEqual({ call: 'projects.list', outcome: 'refused', code: 'CAPABILITY_DENIED', item_id: 3 });
  log.flush();
  expect(tellOfApp).toHaveBeenCalledOnce();
});

it('should not disturb anybody when the server does not answer', async () => {
  tellOfApp.mockRejectedValue(new Error('gone'));
  const log = new AppLog({ tellOfApp }, 7, 12);
  log.note({ call: 'app', outcome: 'failed', code: 'ERROR' });
  log.flush();
  await vi.runAllTimersAsync();
  expect(tellOfApp).toHaveBeenCalledOnce();
});
