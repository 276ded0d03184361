import { afterEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { printOutcome } from './print-outcome.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns what a command printed, and with which code it ended. */
async function printed(running: Promise<{ readonly text: string; readonly data: object }>, asJson = false) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  printOutcome(running, asJson);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledOnce());
  const [code, text, failure] = [exit.mock.calls[0]![0], out.mock.calls[0]?.[0], error.mock.calls[0]?.[0]];
  vi.restoreAllMocks();
  return { code, text, failure };
}

it('should print the outcome of a command as text or as JSON, and end with 0', async () => {
  const outcome = { text: 'The draft stays as it was sent.', data: { folder: 'hello' } };
  expect(await printed(Promise.resolve(outcome))).toEqual({ code: 0, text: `${outcome.text}\n`, failure: undefined });
  expect(await printed(Promise.resolve(outcome), true)).toMatchObject({ code: 0, text: '{"folder":"hello"}\n' });
});

it('should print why a command failed, without a stack, and end with 1', async () => {
  const fault = new Fault('DRAFT_CHANGED', 'Somebody changed the draft.', { status: 409 });
  expect(await printed(Promise.reject(fault))).toEqual({
    code: 1,
    text: undefined,
    failure: 'Somebody changed the draft.\n',
  });
  expect(await printed(Promise.reject(fault), true)).toMatchObject({
    code: 1,
    failure: '{"code":"DRAFT_CHANGED","error":"Somebody changed the draft."}\n',
  });
  expect(await printed(Promise.reject(new Error('lost')))).toMatchObject({ code: 1, failure: 'Error: lost\n' });
});
