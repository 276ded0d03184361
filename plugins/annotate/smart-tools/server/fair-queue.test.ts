import { describe, expect, it } from 'vitest';
import { FairQueue, queueLimits } from './fair-queue.ts';

const gate = (): { readonly open: () => void; readonly closed: Promise<void> } => {
  let open = (): void => {};
  const closed = new Promise<void>(resolve => (open = resolve));
  return { open: () => open(), closed };
};

describe('a queue that teams share', () => {
  it('should serve teams by turns, however much one of them asks', async () => {
    const queue = new FairQueue(1);
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => void order.push(name);
    const tickets = [
      ...[1, 2, 3].map(at => queue.add(1, 'now', work(`north ${at}`))),
      queue.add(2, 'now', work('south')),
    ];
    await Promise.all(tickets.map(each => each.done));
    expect(order).toEqual(['north 1', 'south', 'north 2', 'north 3']);
  });

  it('should serve who waits before what is made ahead, and notify when somebody begins to wait', async () => {
    const queue = new FairQueue(1);
    const first = gate();
    const order: string[] = [];
    const blocked = queue.add(1, 'now', () => first.closed);
    await Promise.resolve();
    const ahead = queue.add(1, 'ahead', async () => void order.push('ahead'));
    const hurried = queue.add(1, 'ahead', async () => void order.push('hurried'));
    const now = queue.add(2, 'now', async () => void order.push('now'));
    hurried.hurry();
    first.open();
    await Promise.all([blocked.done, ahead.done, hurried.done, now.done]);
    expect(order).toEqual(['now', 'hurried', 'ahead']);
  });

  it('should not begin what was cancelled, and go on after a failure', async () => {
    const queue = new FairQueue(1);
    const failing = queue.add(1, 'now', () => Promise.reject(new Error('broken')));
    const cancelled = queue.add(1, 'now', async () => 'never');
    const last = queue.add(1, 'now', async () => 'done');
    cancelled.cancel();
    await expect(failing.done).rejects.toThrow('broken');
    await expect(cancelled.done).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(last.done).resolves.toBe('done');
  });

  it('should refuse a team that waits for too much, and drop its oldest work made ahead', async () => {
    const queue = new FairQueue(1);
    const first = gate();
    void queue.add(1, 'now', () => first.closed);
    await Promise.resolve();
    for (let at = 0; at < queueLimits.now; at++) void queue.add(1, 'now', async () => undefined);
    expect(() => queue.add(1, 'now', async () => undefined)).toThrow('too much at once');
    expect(() => queue.add(2, 'now', async () => undefined)).not.toThrow();
    const ahead = Array.from({ length: queueLimits.ahead + 1 }, () => queue.add(1, 'ahead', async () => undefined));
    await expect(ahead[0]!.done).rejects.toMatchObject({ code: 'CANCELLED' });
    first.open();
    await expect(ahead.at(-1)!.done).resolves.toBeUndefined();
  });
});
