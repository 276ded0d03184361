import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { SecretView } from '../../common/actions-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { SecretForm } from './secret-form.tsx';

const draw = drawnPage();
const createSecret = vi.fn(async (_: object) => ({}));
const updateSecret = vi.fn(async (_: object) => ({}));
const onClose = vi.fn();

async function open(secret: SecretView | undefined): Promise<void> {
  vi.clearAllMocks();
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ actions: { createSecret, updateSecret } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }), can: () => true } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <SecretForm secret={secret} onClose={onClose} />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
}

const dialog = (): HTMLElement => document.querySelector('[role=dialog]')!;
const field = (name: string): HTMLInputElement =>
  [...dialog().querySelectorAll('input')].find(
    each => (each.ariaLabel ?? each.labels?.[0]?.textContent?.replace(' *', '')) === name,
  )!;
const type = (name: string, text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), text);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const button = (text: string): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === text)!;

it('should keep a secret once it has a name and every key a value, and say no value', async () => {
  await open(undefined);
  await type('Name', 'Scores');
  await type('Key 1', 'TOKEN');
  expect(button('Save').disabled).toBe(true);
  await type('Value of TOKEN', 'a token of the scores');
  expect(field('Value of TOKEN').type).toBe('password');
  await type('Key 1', 'TO KEN');
  expect(button('Save').disabled).toBe(true);
  await type('Key 1', 'TOKEN');
  await act(async () => button('Save').click());
  expect(createSecret).toHaveBeenCalledExactlyOnceWith({
    body: { name: 'Scores', description: '', values: { TOKEN: 'a token of the scores' } },
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain('Scores is saved.'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('should leave values that are not entered again as they are, and take away keys that go', async () => {
  await open({ id: 3, name: 'Scores', description: '', keys: ['TOKEN', 'OLD', 'OTHER'] } as unknown as SecretView);
  expect([field('Key 1').disabled, field('Value of TOKEN').value]).toEqual([true, '']);
  await type('Value of TOKEN', 'new');
  await act(async () => dialog().querySelector<HTMLElement>('[aria-label="Remove OLD"]')!.click());
  await act(async () => button('Save').click());
  expect(updateSecret).toHaveBeenCalledExactlyOnceWith({
    params: { secret_id: 3 },
    body: { description: '', values: { TOKEN: 'new' }, remove: ['OLD'] },
  });
});
