import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { PeopleInput } from './people-input.tsx';

const draw = drawnPage();
const member = (email: string, address: string, first_name: string): object => ({
  email,
  address,
  first_name,
  last_name: '',
});
const offered = (): (string | null)[] => [...document.querySelectorAll('[role=option]')].map(each => each.textContent);
const type = async (text: string): Promise<void> => {
  const input = document.querySelector('input')!;
  await act(async () => {
    input.focus();
    input.click();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

it('should choose members by name or address, and people who left by the address they had', async () => {
  const members = [member('ana@x.org', 'ana@new.org', 'Ana'), member('quinn@x.org', 'quinn@x.org', 'Quinn')];
  const onChange = vi.fn();
  const container = new Container();
  container
    .bind(Transport)
    .toConstantValue({ send: async () => ({ data: members, count: members.length }) } as unknown as Transport);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <PeopleInput value={[]} onChange={onChange} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await type('');
  await vi.waitFor(() => expect(offered()).toEqual(['Ana · ana@new.org', 'Quinn · quinn@x.org']));
  await type('ana@new.org');
  expect(offered()).toEqual(['Ana · ana@new.org']);
  await act(async () => document.querySelector<HTMLElement>('[role=option]')!.click());
  expect(onChange).toHaveBeenLastCalledWith(['ana@x.org']);
  await type('Left@x.org');
  expect(offered()).toEqual(['left@x.org · not in the team']);
  await act(async () => document.querySelector<HTMLElement>('[role=option]')!.click());
  expect(onChange).toHaveBeenLastCalledWith(['left@x.org']);
});
