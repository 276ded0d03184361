import { createHash } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';

/** A signed message that the browser posts to the provider. */
export interface LogoutForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A message of single logout to the provider: the address of a redirect, or a form. */
export type OutgoingLogout = string | LogoutForm;

interface Message {
  readonly kind: 'SAMLRequest' | 'SAMLResponse';
  readonly xml: string;
  readonly relayState: string;
}

const SUBMIT = 'document.forms[0].submit()';
const HASH = createHash('sha256').update(SUBMIT).digest('base64');

/** The only script of the page is the one that sends the form. */
export const FORM_POLICY = `default-src 'none'; script-src 'sha256-${HASH}'; base-uri 'none'; frame-ancestors 'none'`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Signs a message with the key of the client, for its address of single logout. */
export async function logoutForm(saml: SAML, { kind, xml, relayState }: Message): Promise<LogoutForm> {
  const { signSamlPost } = await import('@node-saml/node-saml/lib/saml-post-signing.js');
  const { privateKey, logoutUrl } = saml.options;
  if (privateKey === undefined) throw new TypeError('A message of single logout needs a key.');
  const root = `/*[local-name(.)="${kind === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse'}"]`;
  const signed = signSamlPost(xml, root, { privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' });
  return {
    action: logoutUrl,
    fields: {
      [kind]: Buffer.from(signed).toString('base64'),
      ...(relayState === '' ? {} : { RelayState: relayState }),
    },
  };
}

/** Returns the page that posts a form, by itself or, without scripts, by a button. */
export function logoutFormPage({ action, fields }: LogoutForm): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing out</title></head><body><form method="post" action="${escaped(action)}">${inputs.join('')}<p>You are signed out of Loupe.</p><button>Sign out at your identity provider</button></form><script>${SUBMIT}</script></body></html>`;
}
