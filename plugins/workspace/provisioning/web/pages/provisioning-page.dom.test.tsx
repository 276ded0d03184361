import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ProvisioningClient } from '../provisioning-client.ts';
import ProvisioningPage from './provisioning-page.tsx';

const draw = drawnPage();

const click = (text: string): Promise<void> =>
  act(async () => [...document.querySelectorAll('button')].find(each => each.textContent === text)!.click());
const shows = (text: string): Promise<void> =>
  vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)));

it('should keep a new token on screen until the person is done with it', async () => {
  const container = new Container();
  const api = {
    getProvisioning: async () => ({ token: null, base_url: 'https://loupe.test/scim/v2/1', people: 0, groups: 0 }),
    createDirectoryToken: async () => ({ token: 'loupe_scim_1' }),
    listProvisionedPeople: async () => ({ data: [], count: 0 }),
  };
  container.bind(ProvisioningClient).toConstantValue({ api } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <MemoryRouter initialEntries={['/1']}>
          <Routes>
            <Route path="/:organizationId" element={<ProvisioningPage />} />
          </Routes>
        </MemoryRouter>
      </PluginScope>
    </QueryClientProvider>,
  );
  await shows('Make token');
  await click('Make token');
  await shows('loupe_scim_1');
  await act(
    async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(document.body.textContent).toContain('loupe_scim_1');
  expect(hasUnsavedForms()).toBe(true);
  await click('Done');
  expect(document.body.textContent).not.toContain('loupe_scim_1');
  expect(hasUnsavedForms()).toBe(false);
});
