import { afterEach, expect, it, vi } from 'vitest';
import type { SandboxFault, SandboxOptions } from '#core/sandbox/web/index.ts';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import type { AppSource } from './app-host.ts';
import { AppHost } from './app-host.ts';

/** Sandboxes that run nothing, and fail when they are asked to. */
class Sandboxes {
  fail: (fault: SandboxFault) => void = () => undefined;

  readonly open = ({ onFault }: SandboxOptions) => {
    this.fail = onFault!;
    return {
      ready: Promise.resolve(),
      transport: { send: () => undefined, listen: () => () => undefined },
      stop: () => undefined,
    };
  };
}

const send = vi.fn(async (..._call: readonly unknown[]): Promise<unknown> => ({}));
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
  send.mockClear();
});

function run(sdk: string) {
  const sandboxes = new Sandboxes();
  const host = new AppHost(
    { send } as never,
    sandboxes as never,
    {} as never,
    { statuses: {} } as never,
    {} as never,
    {} as never,
    {} as never,
  );
  const onStopped = vi.fn();
  const running = host.run(
    { id: 5, name: 'Prober', code: '', grant: { capabilities: [], hosts: [], open: [] }, sdk } as unknown as AppSource,
    document.createElement('div'),
    {
      now: () => ({ team: { id: 1 }, person: { email: 'nora@north.test' } }) as never,
      onChange: () => () => undefined,
    },
    { onStopped, onDenied: () => undefined },
  );
  ended.push(() => running.dispose());
  return { running, sandboxes, onStopped };
}

it('should say why an app was ended that did not answer, or ended by itself, and go on with one that only threw', async () => {
  const { running, sandboxes, onStopped } = run(APP_SDK_VERSION);
  await running.begun;
  sandboxes.fail({ kind: 'error', message: 'Error: once' });
  expect(onStopped).not.toHaveBeenCalled();
  sandboxes.fail({ kind: 'silent' });
  expect(onStopped).toHaveBeenLastCalledWith('It did not answer for 3 seconds and was ended.');
  sandboxes.fail({ kind: 'error', message: 'Error: no frame', ended: true });
  expect(onStopped).toHaveBeenLastCalledWith('Error: no frame');
  running.dispose();
  expect(JSON.stringify(send.mock.calls)).toContain('SILENT');
});

it('should not begin an app that asks for a newer SDK, and say so', async () => {
  await expect(run('1.999').running.begun).rejects.toMatchObject({
    code: 'SDK_TOO_OLD',
    message: expect.stringContaining(
      `The app asks for version 1.999 of the SDK; this product offers ${APP_SDK_VERSION}.`,
    ),
  });
});
