import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { AdminClient } from './admin-client.ts';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';

const draw = drawnPage();

const type = (field: HTMLInputElement, value: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should keep the first password of an owner on screen until the person is done with it', async () => {
  const onClose = vi.fn();
  const left: boolean[] = [];
  const container = new Container();
  const createOrganization = async (): Promise<object> => ({
    organization_id: 7,
    password: 'once',
    account: 'created',
  });
  container.bind(AdminClient).toConstantValue({ api: { createOrganization } } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <NewOrganizationDialog opened onClose={onClose} onMade={() => left.push(hasUnsavedForms())} />
      </PluginScope>
    </QueryClientProvider>,
  );
  const [name, owner, team] = document.querySelectorAll<HTMLInputElement>('form input');
  await type(name!, 'North');
  await type(owner!, 'olive@north.test');
  await type(team!, 'Day');
  await act(async () => document.querySelector('form')!.requestSubmit());
  await vi.waitFor(() => act(async () => expect(document.body.textContent).toContain('once')));
  await act(
    async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(hasUnsavedForms()).toBe(true);
  const done = [...document.querySelectorAll('button')].find(each => each.textContent === 'Done')!;
  await act(async () => done.click());
  expect(onClose).toHaveBeenCalledOnce();
  expect(left, 'going on to the organization asks nothing').toEqual([false]);
});
