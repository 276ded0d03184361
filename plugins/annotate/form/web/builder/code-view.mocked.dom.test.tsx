// @vitest-environment jsdom
import { Container } from 'inversify';
import type { JSX } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { BuilderStore } from './builder-store.ts';
import { CodeView } from './code-view.tsx';

const kept = vi.hoisted(() => ({ readOnly: undefined as boolean | undefined }));
vi.mock('./script-editor.tsx', () => ({
  ScriptEditor: ({ readOnly }: { readonly readOnly: boolean }): JSX.Element => {
    kept.readOnly = readOnly;
    return <></>;
  },
}));
vi.mock('./preview-view.tsx', () => ({ PreviewView: (): JSX.Element => <p>The form beside its code</p> }));

const draw = drawnPage();
beforeEach(() => localStorage.clear());
const open = (source: string): Promise<void> => {
  const container = new Container();
  container.bind(Bundler).toConstantValue({} as never);
  const store = new BuilderStore({ published: { components: [], code: [['__init__', source]] }, secrets: [] } as never);
  return draw(
    <PluginScope container={container}>
      <CodeView store={store} problems={{ typed: [], compiled: [] }} onProblems={() => undefined} />
    </PluginScope>,
  );
};

it('should show Python as it came, say that it does not run here, and not let it be changed', async () => {
  await open('def on_ask_click(path):\n    pass\n');
  await shows('Python is kept with the form, but does not run here', '[role=alert]');
  expect(kept.readOnly).toBe(true);
});

it('should let TypeScript be changed, with the form beside it until it is hidden', async () => {
  await open("import { form } from '@loupe/sdk/form';\n");
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(kept.readOnly).toBe(false);
  const preview = (): boolean => document.body.textContent.includes('The form beside its code');
  if (!preview()) await press('Show preview');
  expect(preview()).toBe(true);
  await press('Hide preview');
  expect(preview()).toBe(false);
});
