import type * as Browser from '@simplewebauthn/browser';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { expect, it, vi } from 'vitest';
import { answerWithPasskey, makePasskey } from './passkey-ceremonies.ts';

vi.mock('@simplewebauthn/browser', async original => ({
  ...(await original<typeof Browser>()),
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}));

const closed = new DOMException('The operation timed out or was not allowed.', 'NotAllowedError');

it('should say that the device has a passkey when the browser refuses a second one', async () => {
  const twice = new DOMException('already registered', 'InvalidStateError');
  const error = new WebAuthnError({
    message: 'The authenticator was previously registered',
    code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED',
    cause: twice,
  });
  vi.mocked(startRegistration).mockRejectedValueOnce(error);
  await expect(makePasskey({})).rejects.toMatchObject({
    code: 'PASSKEY_EXISTS',
    message: 'This device already has a passkey of yours. Add one on another device.',
  });
});

it('should name what a closed dialog left undone', async () => {
  vi.mocked(startRegistration).mockRejectedValueOnce(closed);
  await expect(makePasskey({})).rejects.toThrow('No passkey was added. Try again.');
  vi.mocked(startAuthentication).mockRejectedValueOnce(closed);
  await expect(answerWithPasskey({})).rejects.toThrow('No passkey was used. Try again, or use your password.');
});
