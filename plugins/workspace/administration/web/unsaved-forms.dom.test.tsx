// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { stubMatchMedia } from '#tests/support/match-media.ts';
import { AdminClient } from './admin-client.ts';
import { MaintenanceForm } from './maintenance-form.tsx';
import { OrganizationNameForm } from './organization-name-form.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const renameOrganization = vi.fn();
let root: Root;
beforeEach(() => {
  stubMatchMedia();
  // Mantine sizes a textarea again when fonts are loaded, which jsdom knows nothing of.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div')!);
});
afterEach(() => act(async () => root.unmount()));

async function draw(form: JSX.Element): Promise<void> {
  const container = new Container();
  container.bind(TeamStore).toConstantValue(new TeamStore(new Transport()));
  container.bind(AdminClient).toConstantValue({ organizationPeople: { renameOrganization } } as never);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <PluginScope container={container}>{form}</PluginScope>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> =>
  act(async () => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should rename an organization, and show why a name is refused', async () => {
  renameOrganization.mockRejectedValue(new Fault('NAME_EXISTS', 'This name is taken.', { status: 409 }));
  await draw(<OrganizationNameForm organization={{ id: 9, name: 'North' } as never} />);
  const [field, save] = [document.querySelector('input')!, document.querySelector('button')!];
  await type(field, 'North ');
  expect([save.disabled, hasUnsavedForms()]).toEqual([true, false]);
  await type(field, ' South ');
  expect([save.disabled, hasUnsavedForms()]).toEqual([false, true]);
  await act(async () => save.click());
  await vi.waitFor(() => act(async () => expect(document.body.textContent).toContain('This name is taken.')));
  expect(renameOrganization).toHaveBeenCalledWith({ params: { organization_id: 9 }, body: { name: 'South' } });
});

it('should have unsaved changes of maintenance once a field differs from the plan', async () => {
  const plan = { from: '2031-05-01T08:00:00.000Z', to: '2031-05-01T09:00:00.000Z', message: 'Upgrade' };
  const notice = { ...plan, active: false, readOnly: true, statusUrl: 'https://status.test/' };
  await draw(<MaintenanceForm notice={notice as never} onChanged={() => undefined} />);
  expect(hasUnsavedForms()).toBe(false);
  const field = document.querySelector('textarea')!;
  await type(field, 'Upgrade of the database');
  expect(hasUnsavedForms()).toBe(true);
  await type(field, 'Upgrade');
  expect(hasUnsavedForms()).toBe(false);
});
