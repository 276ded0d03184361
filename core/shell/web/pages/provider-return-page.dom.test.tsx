import { Container } from 'inversify';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, shows } from '#tests/support/drawn-page.tsx';
import { ProviderReturnPage } from './provider-return-page.tsx';

const draw = drawnPage();
const refused = 'eve@elsewhere.test is in no domain that this organization has proven.';

it('should show why a provider’s answer signs nobody in, and lead back to where the person was going', async () => {
  sessionStorage.setItem('loupe_provider_journey', JSON.stringify({ ticket: 'ticket', landing: '/t/1/setup/members' }));
  const signInWithProvider = vi.fn(() => Promise.reject(new Fault('NOT_PROVEN', refused, { status: 403 })));
  const onDone = vi.fn();
  const container = new Container();
  container.bind(Transport).toConstantValue({} as unknown as Transport);
  container.bind(SessionStore).toConstantValue({ signInWithProvider } as unknown as SessionStore);
  await draw(
    <PluginScope container={container}>
      <ProviderReturnPage answer="code=a&state=b" onDone={onDone} />
    </PluginScope>,
  );
  await shows(refused, '[role=alert]');
  expect(document.querySelector('a[href="/t/1/setup/members"]')?.textContent).toBe('Back to sign-in');
  expect(signInWithProvider).toHaveBeenCalledExactlyOnceWith('ticket', 'code=a&state=b', '/t/1/setup/members');
  expect(onDone).not.toHaveBeenCalled();
});
