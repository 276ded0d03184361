import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inAppTransports } from '#core/bridge/web/index.ts';
import type { SandboxFault } from '#core/sandbox/web/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { openForm } from '#plugins/annotate/form/common/index.ts';
import { ScriptEnd } from '#sdk/form/script-end.ts';
import { FormController } from '../form-controller.ts';
import { FormServices } from '../kit/form-services.ts';
import { FormScripts } from './form-scripts.ts';
import { components } from './script-link.support.ts';

interface Begun {
  readonly fail: (fault: SandboxFault) => void;
  readonly end: ScriptEnd;
  stopped: boolean;
}

let begun: Begun[];
let scripts: FormScripts;
let controller: FormController;

/** A form whose script runs in a sandbox that the test makes fail. */
beforeEach(async () => {
  begun = [];
  const session = new MemorySession(
    { id: 1, name: 'x', url: '' },
    readDocument(openForm({ metadata: { name: 'x' }, instances: [], comments: [] })),
    [],
  );
  session.particulars = {
    form: { components },
    scripts: [{ name: '__init__', source: "form.on('press', 'click', () => {});" }],
    role: 3,
    status: 2,
    env: {},
  };
  controller = new FormController(session);
  const open = ({ onFault }: { readonly onFault: (fault: SandboxFault) => void }): object => {
    const [transport, guest] = inAppTransports();
    const end = new ScriptEnd(guest);
    end.begin(() => undefined);
    const one: Begun = { fail: onFault, end, stopped: false };
    begun.push(one);
    return { transport, ready: Promise.resolve(), stop: () => (one.stopped = true) };
  };
  scripts = new FormScripts({ controller, show: () => undefined }, {
    bundler: { bundle: async () => ({ code: 'compiled', problems: [], milliseconds: 1 }) },
    sandboxes: { open },
    open: { now: undefined },
    services: new FormServices(),
    mayBuild: () => true,
    toast: () => undefined,
    confirm: async () => true,
    chords: () => [],
  } as never);
  scripts.begin();
  await running();
});
afterEach(() => {
  scripts.dispose();
  for (const each of begun) each.end.close();
  controller.dispose();
});
const running = (): Promise<void> => vi.waitFor(() => expect(scripts.state.phase).toBe('running'));

it('should be ended when it does not answer, say so, and run once it is started again', async () => {
  begun[0]!.fail({ kind: 'silent' });
  expect(scripts.state).toMatchObject({
    phase: 'ended',
    notices: [
      { text: 'The form’s script did not answer for 3 seconds and was ended. Your work is kept.', ended: true },
    ],
  });
  expect(begun[0]!.stopped).toBe(true);
  scripts.start();
  await running();
  expect(scripts.state.notices).toEqual([]);
  expect(begun.map(each => each.stopped)).toEqual([true, false]);
});

it('should go on after an error, whose line builders are shown', () => {
  begun[0]!.fail({ kind: 'error', message: 'Error: No such thing', file: '__init__.ts', line: 1, column: 2 } as never);
  expect(scripts.state).toMatchObject({
    phase: 'running',
    notices: [{ text: 'The form’s script had an error. Your work is kept.', ended: false }],
  });
  expect(scripts.state.notices[0]!.detail).toContain('__init__, line 1');
  expect(begun[0]!.stopped).toBe(false);
});

it('should ignore a fault of a sandbox that it has ended', async () => {
  begun[0]!.fail({ kind: 'silent' });
  scripts.start();
  await running();
  begun[0]!.fail({ kind: 'silent' });
  expect(scripts.state).toMatchObject({ phase: 'running', notices: [] });
});
