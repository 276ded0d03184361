import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import type { Licence } from '../common/api.ts';
import { BillingClient } from './billing-client.ts';
import { LicenceDialog } from './licence-dialog.tsx';

const draw = drawnPage();
const licence: Licence = {
  organization_id: 4,
  organization: 'North',
  owner_email: 'nora@north.test',
  plan: 3,
  state: 'active',
  trial_days_left: null,
  trial_started: null,
  expires: null,
  limits: { members: 9, projects: null, items: null },
  usage: { members: 3, projects: 2, items: 40, teams: 1 },
  version: 7,
};

it('should limit the projects of an organization, and nothing else, on the version that was read', async () => {
  const setLicence = vi.fn(async (_: object) => ({}));
  const onClose = vi.fn();
  const container = new Container();
  container.bind(BillingClient).toConstantValue({ licences: { setLicence } } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <LicenceDialog licence={licence} onClose={onClose} />
        <Notifications />
      </PluginScope>
    </QueryClientProvider>,
  );
  await shows('Licence of North', '[role=dialog]');
  const field = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].find(
    each => each.labels?.[0]?.textContent === 'Projects per team',
  )!;
  const type = (text: string): Promise<void> =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const save = [...document.querySelectorAll('button')].find(each => each.textContent === 'Save licence')!;
  await type('2000000001');
  await shows('Enter at most 2,000,000,000', '[role=dialog]');
  expect(save.disabled).toBe(true);
  await type('2');
  await press('Save licence');
  expect(setLicence).toHaveBeenCalledExactlyOnceWith({
    params: { organization_id: 4 },
    body: { plan: 3, trial: false, expires: null, limits: { members: 9, projects: 2, items: null }, version: 7 },
  });
  expect(onClose).toHaveBeenCalledOnce();
  await shows('Licence of North saved');
});
