import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { drawnPage, press } from '#tests/support/drawn-page.tsx';
import { AutomationsClient } from '../automations-client.ts';
import { EventForm } from './event-form.tsx';

const draw = drawnPage();
const type = (label: string, text: string): Promise<void> =>
  act(async () => {
    const input = [...document.querySelectorAll('input')].find(
      each => each.getAttribute('aria-label') === label || each.labels?.[0]?.textContent?.startsWith(label) === true,
    )!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('should say what is wrong with a field in place of a dead button, and save the event once', async () => {
  const createCustomEvent = vi.fn(async () => ({}));
  const onClose = vi.fn();
  const container = new Container();
  container.bind(AutomationsClient).toConstantValue({ intake: { createCustomEvent } } as never);
  container.bind(TeamStore).toConstantValue({ state: proxy({ team: { id: 1 } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <EventForm event={undefined} onClose={onClose} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await type('Name', 'Hand in');
  await press('Add field');
  await press('Add field');
  await type('Name of field 1', 'first name');
  await type('Name of field 2', 'size');
  await press('Save');
  expect(document.body.textContent).toContain('Begin with a letter');
  await type('Name of field 1', 'size');
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Give each field another key.');
  await press('Save');
  expect(createCustomEvent).not.toHaveBeenCalled();
  await type('Name of field 1', 'count');
  const save = [...document.querySelectorAll('button')].find(each => each.textContent === 'Save')!;
  await act(async () => {
    save.click();
    save.click();
  });
  expect(createCustomEvent).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});
