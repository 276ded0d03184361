import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { Credential } from '../common/model.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { ModelsClient } from './models-client.ts';

const draw = drawnPage();
const createCredential = vi.fn();
const updateCredential = vi.fn(async (_: object) => ({ id: 3 }));
const onSaved = vi.fn();

beforeEach(() => {
  createCredential.mockReset();
  vi.clearAllMocks();
});
async function open(credential?: Credential): Promise<void> {
  const container = new Container();
  container.bind(ModelsClient).toConstantValue({ api: { createCredential, updateCredential } } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <CredentialDialog credential={credential} opened onClose={() => undefined} onSaved={onSaved} />
      </PluginScope>
    </QueryClientProvider>,
  );
}
const dialog = (): HTMLElement => document.querySelector('[role=dialog]')!;
const button = (name: string): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === name)!;
const field = (name: string): HTMLInputElement =>
  [...dialog().querySelectorAll('input')].find(each => each.labels?.[0]?.textContent?.replace(' *', '') === name)!;
const type = (name: string, text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should be refused with the reason of the provider, and be kept without a test only when that is asked for', async () => {
  createCredential.mockRejectedValueOnce(
    new Fault('CREDENTIAL_CHECK', 'The provider refused the key (401).', { status: 422 }),
  );
  createCredential.mockResolvedValue({ id: 3 });
  await open();
  await type('Name', 'Our server');
  expect(button('Create').disabled).toBe(true);
  await type('Key', 'sk-wrong');
  expect(dialog().textContent).not.toContain('Save without testing');
  await act(async () => button('Create').click());
  await vi.waitFor(() => act(async () => expect(dialog().textContent).toContain('refused the key (401)')));
  expect(onSaved).not.toHaveBeenCalled();
  const asked = { name: 'Our server', provider: 'openai', organization: '', key: 'sk-wrong' };
  expect(createCredential).toHaveBeenLastCalledWith({ body: { ...asked, check: true } });
  await act(async () => dialog().querySelector<HTMLElement>('input[type=checkbox]')!.click());
  await act(async () => button('Create').click());
  expect(createCredential).toHaveBeenLastCalledWith({ body: { ...asked, check: false } });
  expect(onSaved).toHaveBeenCalledExactlyOnceWith({ id: 3 });
});

it('should keep its key when none is entered again', async () => {
  await open({ id: 3, name: 'Our server', provider: 'openai', base_url: '', has_key: true } as Credential);
  expect(field('Key').value).toBe('');
  await type('Name', 'Another name');
  await act(async () => button('Save').click());
  expect(updateCredential).toHaveBeenCalledExactlyOnceWith({
    params: { credential_id: 3 },
    body: { name: 'Another name', provider: 'openai', organization: '', check: true },
  });
});
