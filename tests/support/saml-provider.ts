import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator, Utility } from 'samlify';
import { SAML_CERTIFICATE, SAML_KEY } from './saml-keys.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** Somebody at the provider. */
export interface SamlAccount {
  readonly email: string;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** Parts of a response; absent parts are as they should be. */
export interface ResponseParts {
  readonly issuer: string;
  readonly recipient: string;
  readonly audience: string;
  readonly subject: string;
  readonly account: SamlAccount;
  readonly inResponseTo?: string | undefined;
  readonly format?: string;
  /** Milliseconds from now until the assertion ends, and since it was issued. */
  readonly endsIn?: number;
  readonly age?: number;
  readonly id?: string;
  /** Name of the session at the provider. */
  readonly sessionIndex?: string;
}

/** Somebody whom a message of single logout names. */
export interface LogoutPerson {
  readonly nameId: string;
  readonly sessionIndex?: string | undefined;
}

/** A running SAML identity provider of tests. */
export interface SamlProvider {
  readonly issuer: string;
  readonly accounts: Map<string, SamlAccount>;
  readonly metadata: string;
  /** Reads the request in an address, as the provider does, and returns its id. */
  requestId(url: string): Promise<string>;
  /**
   * Asks Loupe to sign somebody out, as the provider does: an address for a redirect, or the form of a POST. `metadata`
   * is that of Loupe.
   */
  askLogout(metadata: string, binding: 'redirect' | 'post', nameId: string): string | Record<string, string>;
  /**
   * Reads a signed request of Loupe for logout in an address or the fields of a form, and returns whom it names with the address
   * that answers it.
   */
  answerLogout(
    metadata: string,
    sent: string | Record<string, string>,
  ): Promise<{ readonly person: LogoutPerson; readonly url: string }>;
  /** Reads a signed response of Loupe, and returns the id of the request that it answers. */
  logoutAnswered(metadata: string, sent: string | Record<string, string>): Promise<string>;
  /** Demands a signed request for sign-in from Loupe in an address, and returns its id. */
  signedRequestId(metadata: string, url: string): Promise<string>;
  close(): Promise<void>;
}

const stamp = (from: number): string => new Date(Date.now() + from).toISOString();
const attribute = (name: string, values: readonly string[]): string =>
  `<saml:Attribute Name="${name}">${values.map(each => `<saml:AttributeValue>${each}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
const authenticated = ({ sessionIndex, age = 0 }: ResponseParts): string =>
  sessionIndex === undefined
    ? ''
    : `<saml:AuthnStatement AuthnInstant="${stamp(-age)}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
let counter = 0;

/** Returns a response without a signature. */
export function responseXml(parts: ResponseParts): string {
  const { issuer, recipient, audience, subject, account, format = PERSISTENT, endsIn = 300_000, age = 0 } = parts;
  const answers = parts.inResponseTo === undefined ? '' : ` InResponseTo="${parts.inResponseTo}"`;
  const id = parts.id ?? `_a${(counter += 1)}${process.pid}`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${id}" Version="2.0" IssueInstant="${stamp(-age)}" Destination="${recipient}"${answers}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${stamp(-age)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${stamp(endsIn)}" Recipient="${recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${stamp(-age)}" NotOnOrAfter="${stamp(endsIn)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${authenticated(parts)}<saml:AttributeStatement>${attribute('email', [account.email])}${attribute('displayName', [account.name ?? ''])}${attribute('groups', account.groups ?? [])}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

/** Signs the assertion of a response, with the key of the provider unless another is given. */
export const signResponse = (xml: string, privateKey = SAML_KEY, signatureAlgorithm = RSA_SHA256): string =>
  SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']",
    privateKey,
    signatureAlgorithm,
    signingCert: Utility.normalizeCerString(SAML_CERTIFICATE),
    isBase64Output: false,
    signatureConfig: {
      prefix: 'ds',
      location: {
        reference: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']",
        action: 'after',
      },
    },
  });

/** The query of a signed redirect as the library reads it: decoded, and as it was signed. */
function queryOf(url: string): object {
  const { search, searchParams } = new URL(url);
  const octetString = search
    .slice(1)
    .split('&')
    .filter(each => !each.startsWith('Signature='))
    .join('&');
  return { query: Object.fromEntries(searchParams), octetString };
}

/** Starts a real provider (samlify) on loopback, with a page that signs in whoever is clicked. */
export async function samlProvider(entries: Iterable<readonly [string, SamlAccount]>): Promise<SamlProvider> {
  // The library asks for a validator of schemas, which tests do without.
  setSchemaValidator({ validate: () => Promise.resolve('skipped') });
  const accounts = new Map(entries);
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', issuer);
    if (address.pathname === '/slo') {
      void signOut(address).then(
        location => response.writeHead(303, { location }).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
      return;
    }
    void answer(address).then(
      page => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = IdentityProvider({
    entityID: issuer,
    privateKey: SAML_KEY,
    signingCert: SAML_CERTIFICATE,
    nameIDFormat: [EMAIL],
    singleSignOnService: [{ Binding: REDIRECT, Location: `${issuer}/sso` }],
    singleLogoutService: [{ Binding: REDIRECT, Location: `${issuer}/slo` }],
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
  });
  const service = ServiceProvider({ entityID: 'any', authnRequestsSigned: false });

  const read = async (
    address: URL,
  ): Promise<{ readonly id: string; readonly acs: string; readonly audience: string }> => {
    const query = Object.fromEntries(address.searchParams);
    const { extract } = await provider.parseLoginRequest(service, 'redirect', { query });
    const { id, assertionConsumerServiceUrl: acs } = extract.request as Record<string, string>;
    return { id: id!, acs: acs!, audience: String(extract.issuer) };
  };

  /** The page of the provider: a form for each person that posts a signed response, as an answer or unasked. */
  async function answer(address: URL): Promise<string> {
    const asked =
      address.pathname === '/sso'
        ? await read(address)
        : { id: undefined, acs: address.searchParams.get('acs')!, audience: address.searchParams.get('audience')! };
    const forms = [...accounts].map(([subject, account]) => {
      const xml = responseXml({
        issuer,
        recipient: asked.acs,
        audience: asked.audience,
        subject,
        account,
        inResponseTo: asked.id,
      });
      const encoded = Buffer.from(signResponse(xml)).toString('base64');
      return `<form method="post" action="${asked.acs}"><input type="hidden" name="SAMLResponse" value="${encoded}"><button>${account.email}</button></form>`;
    });
    return `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>${forms.join('')}</main></html>`;
  }

  /** Signs out whom a request of Loupe names; returns the address that says so. */
  async function signOut({ href, searchParams }: URL): Promise<string> {
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
    const metadata = await fetch(/Issuer[^>]*>([^<]*)/.exec(xml)![1]!);
    return (await answerLogout(await metadata.text(), href)).url;
  }

  async function answerLogout(
    metadata: string,
    sent: string | Record<string, string>,
  ): ReturnType<SamlProvider['answerLogout']> {
    const loupe = ServiceProvider({ metadata, wantLogoutResponseSigned: true });
    const { extract } =
      typeof sent === 'string'
        ? await provider.parseLogoutRequest(loupe, 'redirect', queryOf(sent))
        : await provider.parseLogoutRequest(loupe, 'post', { body: sent });
    const relayState =
      (typeof sent === 'string' ? new URL(sent).searchParams.get('RelayState') : sent['RelayState']) ?? '';
    const { context } = provider.createLogoutResponse(loupe, { extract }, 'redirect', relayState);
    const { nameID, sessionIndex } = extract as unknown as { readonly nameID: string; readonly sessionIndex?: string };
    return { person: { nameId: nameID, sessionIndex }, url: String(context) };
  }

  return {
    issuer,
    accounts,
    metadata: provider.getMetadata(),
    requestId: async url => (await read(new URL(url))).id,
    askLogout(metadata, binding, nameId) {
      const loupe = ServiceProvider({ metadata, wantLogoutRequestSigned: true });
      const made = provider.createLogoutRequest(loupe, binding, { logoutNameID: nameId });
      return binding === 'redirect' ? String(made.context) : { SAMLRequest: String(made.context) };
    },
    answerLogout,
    async logoutAnswered(metadata, sent) {
      const loupe = ServiceProvider({ metadata });
      const { extract } =
        typeof sent === 'string'
          ? await provider.parseLogoutResponse(loupe, 'redirect', queryOf(sent))
          : await provider.parseLogoutResponse(loupe, 'post', { body: sent });
      return String(extract.response?.inResponseTo);
    },
    async signedRequestId(metadata, url) {
      const loupe = ServiceProvider({ metadata });
      const demanding = IdentityProvider({ metadata: provider.getMetadata(), wantAuthnRequestsSigned: true });
      const { extract } = await demanding.parseLoginRequest(loupe, 'redirect', queryOf(url));
      return String((extract.request as Record<string, string>)['id']);
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
