import { act, useState } from 'react';
import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { Modal } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { Drawer } from './drawer.tsx';

/** A drawer with a button that opens a dialog above it. */
function Page({ closeOnEscape }: { readonly closeOnEscape: boolean }): JSX.Element {
  const [drawer, setDrawer] = useState(true);
  const [dialog, setDialog] = useState(false);
  return (
    <>
      <Drawer opened={drawer} onClose={() => setDrawer(false)}>
        <button type="button" id="ask" onClick={() => setDialog(true)}>
          Delete
        </button>
        <input aria-label="Open control" data-mantine-stop-propagation="true" />
      </Drawer>
      <Modal opened={dialog} closeOnEscape={closeOnEscape} onClose={() => setDialog(false)}>
        <p id="question">Delete it?</p>
      </Modal>
    </>
  );
}

const draw = drawnPage();
const escape = (target: Element = document.body): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
const shown = (): readonly string[] =>
  ['ask', 'question'].filter(each => document.querySelector(`[role=dialog] #${each}`) !== null);

async function open(closeOnEscape: boolean): Promise<void> {
  await draw(<Page closeOnEscape={closeOnEscape} />);
  await act(async () => document.querySelector<HTMLElement>('#ask')!.click());
  expect(shown()).toEqual(['ask', 'question']);
}

it('should stay when Escape closes the dialog above it, and close with the next press', async () => {
  await open(true);
  await escape();
  expect(shown()).toEqual(['ask']);
  await escape();
  expect(shown()).toEqual([]);
});

it('should stay below a dialog that Escape does not close', async () => {
  await open(false);
  await escape();
  expect(shown()).toEqual(['ask', 'question']);
});

it('should stay when the press is for an open control in it', async () => {
  await draw(<Page closeOnEscape />);
  await escape(document.querySelector('input')!);
  expect(shown()).toEqual(['ask']);
});
