import { Fault } from '#core/base/common/index.ts';

/**
 * Waits for work at most `milliseconds`.
 * @throws Fault TIMEOUT that says what took too long; the work itself is not ended.
 */
export async function withinTime<T>(milliseconds: number, what: string, work: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Fault('TIMEOUT', `${what} took longer than ${milliseconds / 1000} seconds`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([(async () => work())(), late]);
  } finally {
    clearTimeout(timer);
  }
}
