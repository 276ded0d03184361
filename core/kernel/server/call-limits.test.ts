import { expect, it } from 'vitest';
import { CallLimits } from './call-limits.ts';

/** Limits whose time goes on only by waiting: each wait is noted and over at once. */
function limitsWithClock(rates: ConstructorParameters<typeof CallLimits>[0]): {
  readonly limits: CallLimits;
  readonly waits: number[];
} {
  let now = 0;
  const waits: number[] = [];
  const limits = new CallLimits(
    rates,
    async milliseconds => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    () => now,
  );
  return { limits, waits };
}

const one = { cost: 1, bytes: 0 };

it('should let a burst pass, slow what follows for up to a second, and refuse beyond that with the seconds to wait', async () => {
  const { limits, waits } = limitsWithClock({ perSecond: 10, burst: 20 });
  for (let call = 0; call < 20; call++) (await limits.begin({ key: 'a', ...one }))();
  expect(waits).toEqual([]);
  for (let call = 0; call < 3; call++) (await limits.begin({ key: 'a', ...one }))();
  expect(waits).toEqual([100, 100, 100]);
  await expect(limits.begin({ key: 'a', cost: 15, bytes: 0 })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    details: { retryAfter: 2 },
  });
});

it('should let a script make 2 000 calls at once, and 500 a second after that', async () => {
  const { limits, waits } = limitsWithClock({});
  for (let call = 0; call < 2001; call++) (await limits.begin({ key: 'a', ...one }))();
  expect(waits).toEqual([2]);
});

it('should give each credential a bucket of its own', async () => {
  const { limits } = limitsWithClock({ perSecond: 1, burst: 2 });
  await limits.begin({ key: 'a', cost: 2, bytes: 0 });
  await expect(limits.begin({ key: 'a', cost: 2, bytes: 0 })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(limits.begin({ key: 'b', cost: 2, bytes: 0 })).resolves.toBeTypeOf('function');
});

it('should bound the bytes of a credential', async () => {
  const { limits } = limitsWithClock({ bytesPerSecond: 10, bytesBurst: 100 });
  (await limits.begin({ key: 'a', cost: 1, bytes: 100 }))();
  await expect(limits.begin({ key: 'a', cost: 1, bytes: 50 })).rejects.toMatchObject({
    status: 429,
    details: { retryAfter: 5 },
  });
  await expect(limits.begin({ key: 'a', ...one })).resolves.toBeTypeOf('function');
});

it('should make a call wait for another to end when too many run', async () => {
  // No time goes by: only an end lets the next one in.
  const limits = new CallLimits({ running: 2 }, () => new Promise(() => undefined));
  const first = await limits.begin({ key: 'a', ...one });
  await limits.begin({ key: 'a', ...one });
  await limits.begin({ key: 'b', ...one });
  const third = limits.begin({ key: 'a', ...one });
  first();
  first();
  await expect(third).resolves.toBeTypeOf('function');
});

it('should refuse a call when too many still run after a second', async () => {
  const { limits } = limitsWithClock({ running: 1 });
  await limits.begin({ key: 'a', ...one });
  await expect(limits.begin({ key: 'a', ...one })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: 1 },
  });
});

it('should bound the bytes of all callers, but take one body that is larger when it is alone', async () => {
  const { limits } = limitsWithClock({ heldBytes: 100 });
  const end = await limits.begin({ key: 'a', cost: 1, bytes: 120 });
  await expect(limits.begin({ key: 'b', cost: 1, bytes: 1 })).rejects.toMatchObject({
    code: 'OVERLOADED',
    status: 503,
  });
  end();
  await limits.begin({ key: 'b', cost: 1, bytes: 60 });
  await expect(limits.begin({ key: 'c', cost: 1, bytes: 60 })).rejects.toMatchObject({ code: 'OVERLOADED' });
  await expect(limits.begin({ key: 'c', cost: 1, bytes: 40 })).resolves.toBeTypeOf('function');
});
