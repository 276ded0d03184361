import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { Fault } from '#core/base/common/index.ts';

/** Returns whether this page can use passkeys: browsers refuse them on plain http and on addresses that are numbers. */
export const passkeysWork = (): boolean => browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

const cancelled = (error: unknown): never => {
  throw new Fault('PASSKEY_CANCELLED', 'No passkey was used. Try again, or use your password.', {
    status: 400,
    cause: error,
  });
};

/** Lets the person choose a passkey and answers the server's challenge with it. @throws Fault PASSKEY_CANCELLED */
export const answerWithPasskey = (options: object): Promise<{ readonly id: string }> =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(cancelled);

/** Makes a passkey on this device or on one of the person's choice. @throws Fault PASSKEY_CANCELLED */
export const makePasskey = (options: object): Promise<{ readonly id: string }> =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(cancelled);
