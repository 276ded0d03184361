import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { hasUnsavedForms } from '#core/ui/web/index.ts';
import { drawnPage, press, shows } from '#tests/support/drawn-page.tsx';
import { ProvisioningClient } from '../provisioning-client.ts';
import ProvisioningPage from './provisioning-page.tsx';

const draw = drawnPage();

async function drawProvisioning(api: object): Promise<void> {
  const container = new Container();
  container.bind(ProvisioningClient).toConstantValue({ api } as never);
  await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } })}>
      <PluginScope container={container}>
        <MemoryRouter initialEntries={['/1']}>
          <Routes>
            <Route path="/:organizationId" element={<ProvisioningPage />} />
          </Routes>
        </MemoryRouter>
      </PluginScope>
    </QueryClientProvider>,
  );
}

it('should keep a new token on screen until the person is done with it', async () => {
  await drawProvisioning({
    getProvisioning: async () => ({ token: null, base_url: 'https://loupe.test/scim/v2/1', people: 0, groups: 0 }),
    createDirectoryToken: async () => ({ token: 'loupe_scim_1' }),
    listProvisionedPeople: async () => ({ data: [], count: 0 }),
  });
  await shows('Make token');
  await press('Make token');
  await shows('loupe_scim_1');
  await act(
    async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(document.body.textContent).toContain('loupe_scim_1');
  expect(hasUnsavedForms()).toBe(true);
  await press('Done');
  expect(document.body.textContent).not.toContain('loupe_scim_1');
  expect(hasUnsavedForms()).toBe(false);
});

it('should show what the directory did while the person was in another window', async () => {
  const token = { hint: 'ab', created_by: 'Olive', createdAt: '2026-01-02T03:04:05Z', lastUsedAt: null };
  const answer = { base_url: 'https://loupe.test/scim/v2/1', people: 0, groups: 0 };
  const person = {
    id: 1,
    user_name: 'ana',
    name: 'Ana North',
    email: 'ana@north.test',
    active: true,
    groups: [],
    changedAt: '2026-01-03T03:04:05Z',
  };
  let used = false;
  await drawProvisioning({
    getProvisioning: async () => ({
      ...answer,
      people: used ? 1 : 0,
      token: { ...token, lastUsedAt: used ? '2026-01-03T03:04:05Z' : null },
    }),
    listProvisionedPeople: async () => (used ? { data: [person], count: 1 } : { data: [], count: 0 }),
  });
  await shows('Never used');
  used = true;
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  await shows('Last used');
  await shows('ana@north.test');
});
