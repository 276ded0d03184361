// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { FormContext } from '../form-context.ts';
import { FormController } from '../form-controller.ts';
import { Field } from '../field.tsx';
import { FormButton } from '../layout/form-button.tsx';
import type { FormScripts } from './form-scripts.ts';
import type { ScriptsState } from './scripts-state.ts';
import { ScriptBar } from './script-bar.tsx';
import { stubMatchMedia } from '#tests/support/match-media.ts';

vi.mock('../field-comments.tsx', () => ({ FieldComments: () => null }));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
stubMatchMedia();

const still: ScriptsState = {
  phase: 'running',
  busy: undefined,
  notices: [],
  pressed: new Set(),
  listening: { events: [], hooks: [] },
};

/** Scripts as the screen sees them, whose state a test sets. */
function scriptsOf(state: ScriptsState): {
  readonly scripts: FormScripts;
  readonly calls: string[];
  put(next: ScriptsState): void;
} {
  let now = state;
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const scripts = {
    get state() {
      return now;
    },
    mayBuild: true,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => calls.push('stop'),
    start: () => calls.push('start'),
    dismiss: (id: number) => calls.push(`dismiss ${id}`),
    answers: (id: string) => now.listening.events.some(each => each.id === id),
  };
  return {
    scripts: scripts as unknown as FormScripts,
    calls,
    put: next => {
      now = next;
      for (const each of listeners) each();
    },
  };
}

let root: Root;
beforeEach(() => {
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
});
afterEach(() => act(() => root.unmount()));
const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(each => (each.getAttribute('aria-label') ?? each.textContent) === name);

describe('what is shown of a script', () => {
  it('should show nothing while all is well, then what is under way with its stop, and notices with their cure', () => {
    const { scripts, calls, put } = scriptsOf(still);
    act(() =>
      root.render(
        <MantineProvider>
          <ScriptBar scripts={scripts} />
        </MantineProvider>,
      ),
    );
    expect(document.querySelector('[role]')).toBeNull();
    act(() =>
      put({
        ...still,
        busy: { text: 'Asking…' },
        notices: [{ id: 4, text: 'It ended.', detail: 'main, line 3', ended: true, times: 2 }],
      }),
    );
    expect(document.querySelector('[role="status"]')!.textContent).toContain('Asking…');
    expect(document.querySelector('[role="alert"]')!.textContent).toContain('It ended. main, line 3 (2 times)');
    for (const name of ['Stop', 'Start again', 'Dismiss']) act(() => button(name)!.click());
    expect(calls).toEqual(['stop', 'start', 'dismiss 4']);
  });

  it('should show builders a button that no script answers, and disable and mark what scripts say', () => {
    const session = new MemorySession(
      { id: 1, name: 'x', url: '' },
      readDocument({ metadata: { name: 'x' }, instances: [], comments: [] }),
      [],
    );
    const send = { id: 'send', type: 'button', text: 'Send' };
    const line = { id: 'line', type: 'input', label: 'Line', value: '' };
    session.particulars = { form: { components: [send, line] }, role: 3, status: 2, env: {} };
    const controller = new FormController(session);
    const { scripts, put } = scriptsOf(still);
    const events: unknown[] = [];
    controller.events.on(event => events.push(event.id));
    const handle = {
      controller,
      scripts,
      waiting: new Set(),
      activeTool: 'fill',
      payloadProblem: undefined,
      commentOn: () => undefined,
    } as never;
    act(() =>
      root.render(
        <MantineProvider>
          <FormContext.Provider value={handle}>
            <FormButton component={send} prefix={[]} />
            <Field component={line} prefix={[]} />
          </FormContext.Provider>
        </MantineProvider>,
      ),
    );
    expect(document.body.textContent).toContain('No handler for this button.');
    act(() => put({ ...still, listening: { events: [{ id: 'send', kind: 'click' }], hooks: [] } }));
    expect(document.body.textContent).not.toContain('No script answers');
    act(() => button('Send')!.click());
    expect(events).toEqual(['send']);
    act(() => {
      controller.overlay.put(['send'], { disabled: true });
      controller.overlay.put(['line'], { disabled: true, error: 'Not so.' });
      controller.notifyLook('send');
      controller.notifyLook('line');
    });
    expect([
      button('Send')!.disabled,
      document.querySelector('input')!.disabled,
      document.body.textContent?.includes('Not so.'),
    ]).toEqual([true, true, true]);
    controller.dispose();
  });
});
