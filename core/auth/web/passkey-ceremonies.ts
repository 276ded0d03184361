import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { Fault } from '#core/base/common/index.ts';
import { messages } from './messages.ts';

/** Returns whether this page can use passkeys: browsers refuse them on plain http and on addresses that are numbers. */
export const passkeysWork = (): boolean => browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

const refusal = (code: string, text: string, cause: unknown): Fault => new Fault(code, text, { status: 400, cause });

/** Lets the person choose a passkey and answers the server's challenge with it. @throws Fault PASSKEY_CANCELLED */
export const answerWithPasskey = (options: object): Promise<{ readonly id: string }> =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch((error: unknown) => {
    throw refusal('PASSKEY_CANCELLED', messages.passkeyCeremonies.noneUsed, error);
  });

/**
 * Makes a passkey on this device or on one of the person's choice.
 * @throws Fault PASSKEY_CANCELLED
 * @throws Fault PASSKEY_EXISTS where the device has one of the person already
 */
export const makePasskey = (options: object): Promise<{ readonly id: string }> =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((error: unknown) => {
    throw error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? refusal('PASSKEY_EXISTS', messages.passkeyCeremonies.exists, error)
      : refusal('PASSKEY_CANCELLED', messages.passkeyCeremonies.noneAdded, error);
  });
