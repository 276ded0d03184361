import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { FormEditor } from '#plugins/annotate/editor-form/web/form-editor.ts';
import { FormServices } from '#plugins/annotate/editor-form/web/kit/index.ts';
import { openForm } from '#plugins/annotate/form/common/index.ts';

/** Functions of the page for the runner; all the rest happens through real input. */
interface FormBench {
  /** Milliseconds from the stored document to the first complete picture of the form. */
  readonly opened: number;
  count(): number;
  commit(): void;
}

declare global {
  interface Window {
    formBench: FormBench;
  }
}

const { form, document: stored } = (await (await fetch('/form.json')).json()) as {
  readonly form: JsonRecord;
  readonly document: JsonRecord;
};
const frame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve));
await frame();

const start = performance.now();
const session = new MemorySession({ id: 1, name: 'form', url: '' }, readDocument(openForm(stored)), []);
session.particulars = { form, role: 3, status: 2, env: {} };
const stage = document.querySelector<HTMLElement>('#stage')!;
const editor = new FormEditor(session, stage, {
  keys: new KeyMap(),
  commands: new CommandRegistry({ wake: () => Promise.resolve(), can: () => true, failed: () => undefined }),
  services: new FormServices(),
});
createRoot(stage).render(
  createElement(MantineProvider, { forceColorScheme: 'light' } as never, createElement(editor.Body)),
);
while (stage.querySelector('[data-path] input, [data-path] textarea') === null) await frame();
await frame();
const opened = performance.now() - start;

window.addEventListener('keydown', event => {
  if (event.key === 'F9' && session.undo()) event.preventDefault();
});
window.formBench = { opened, count: () => session.scene.instances.length, commit: editor.commit };
