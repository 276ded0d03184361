import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

const draw = drawnPage();
const onImport = vi.fn();
const onClose = vi.fn();

const open = (replaces: boolean): Promise<void> => {
  vi.clearAllMocks();
  return draw(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog opened replaces={replaces} onClose={onClose} onImport={onImport} />
    </QueryClientProvider>,
  );
};
const dialog = (): HTMLElement => document.querySelector('[role=dialog]')!;
const button = (name: string): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === name)!;
const paste = (text: string): Promise<void> =>
  act(async () => {
    const field = dialog().querySelector('textarea')!;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should say what is wrong with a form before it is taken, and take it all the same', async () => {
  await open(false);
  expect(button('Import').disabled).toBe(true);
  await paste('{ "components": [ { "id": "a", "type": "radio", "options": [] }, { "id": "b", "type": "hologram" } ] }');
  expect(dialog().textContent).toContain('2 components.');
  expect(dialog().textContent).toContain("'a' has no options. Add one.");
  expect(dialog().textContent).toContain('hologram');
  await act(async () => button('Import').click());
  expect(onImport.mock.lastCall).toMatchObject([{ components: [{ id: 'a' }, { id: 'b', type: 'hologram' }] }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('should take nothing that is no form, and say that a form is replaced', async () => {
  await open(true);
  await paste('{ "components": ');
  expect(dialog().querySelector('[role=alert]')).not.toBeNull();
  expect(button('Replace the form').disabled).toBe(true);
  await paste('{ "components": [] }');
  expect(dialog().querySelector('[role=alert]')).toBeNull();
  expect(button('Replace the form').disabled).toBe(false);
});
