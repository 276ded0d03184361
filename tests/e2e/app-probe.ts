import type { Page } from 'playwright-core';

/**
 * An app that shows its place, and does what its buttons say. It listens for its command only after a while, as an app
 * that first loads something.
 */
const PROBE = `import { useEffect, useState } from 'react';
import { onCommand, useAppContext, useWorkbench } from '@loupe/sdk/app';
export default function Probe() {
  const context = useAppContext();
  const workbench = useWorkbench();
  const [status, setStatus] = useState('');
  const [received, setReceived] = useState(0);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let stop = () => undefined;
    const timer = setTimeout(() => { stop = onCommand('count', () => setReceived(before => before + 1)); }, 400);
    return () => { clearTimeout(timer); stop(); };
  }, []);
  if (broken) throw new Error('The probe broke.');
  const run = (work: () => Promise<unknown>) => () => void work().then(value => setStatus(JSON.stringify(value) ?? 'done'), error => setStatus(error.code));
  return (
    <main>
      <p>at {context.place} of {context.project?.name ?? context.team.name}, {context.chosen.length} chosen, theme {context.theme}, {context.person.role}</p>
      <p>{context.item?.name ?? 'no item'}: received {received}</p>
      <button onClick={run(() => workbench.projects.list())}>List</button>
      <button onClick={run(() => workbench.ui.download({ name: 'rows.csv', content: 'a,b', type: 'text/csv' }))}>Offer</button>
      <button onClick={run(() => workbench.ui.openLink({ url: 'https://example.org/x' }))}>Link</button>
      <button onClick={run(() => workbench.storage.put({ value: { count: 1 } }))}>Keep</button>
      <button onClick={run(() => workbench.storage.get())}>Read</button>
      <button onClick={() => setBroken(true)}>Break</button>
      <button onClick={() => { setTimeout(() => { new Function('for (;;);')(); }, 100); }}>Hang</button>
      <output>{status}</output>
    </main>
  );
}
`;

/** Returns the files of an app that shows its place and counts the runs of its command `count`. */
export const probe = (
  name: string,
  mounts: readonly object[],
  commands: readonly object[] = [],
): Record<string, string> => ({
  'loupe-app.json': JSON.stringify({
    name,
    sdk: '1.1',
    entry: 'main.tsx',
    mounts,
    commands,
    capabilities: ['projects.read', 'downloads', 'links', 'storage', 'commands'],
  }),
  'main.tsx': PROBE,
});

/** Returns an entry of the command palette. */
export const option = (page: Page, title: string) => page.getByRole('option', { name: title });

/** Searches the command palette. */
export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or page' }).fill(text);
}
