import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { Answer, TestApp, TestPerson } from './test-app.ts';

const AUTH = '/services/auth';
const SITE = { origin: 'http://localhost', rpId: 'localhost' };

interface Begun {
  readonly token: string;
  readonly options: { readonly challenge: string };
}

/** Adds a passkey to the account of a person; returns how to sign in with it. */
export async function addPasskey(
  app: TestApp,
  person: TestPerson,
): Promise<() => Promise<Answer<{ readonly email?: string; readonly code?: string }>>> {
  const authenticator = new SoftwareAuthenticator();
  const { body } = await person.request<Begun & object>('POST', `${AUTH}/passkeys/options`, { body: {} });
  const response = authenticator.register({ ...SITE, challenge: body.options.challenge });
  await person.request('POST', `${AUTH}/passkeys`, { body: { token: body.token, response, name: 'Laptop' } });
  return async () => {
    const headers = { 'x-requested-with': 'loupe-auth' };
    const begun = await app.request<Begun & object>('POST', `${AUTH}/sign-in/passkey/options`, { body: {}, headers });
    const signed = authenticator.signIn({ ...SITE, challenge: begun.body.options.challenge });
    return app.request('POST', `${AUTH}/sign-in/passkey`, {
      body: { token: begun.body.token, response: signed },
      headers,
    });
  };
}
