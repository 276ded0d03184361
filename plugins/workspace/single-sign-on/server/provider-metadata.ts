import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { inject } from 'inversify';
import { invalidField } from '#core/base/common/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import type { SamlSettings } from '../common/saml-settings.ts';
import { demandSecure } from './demand-secure.ts';

/** Bytes and milliseconds that a description of a provider may take. */
const MOST_BYTES = 1024 * 1024;
const MOST_MS = 10_000;

type Named = Pick<SamlSettings, 'issuer' | 'sso_url' | 'slo_url' | 'slo_binding' | 'certificates' | 'sign_requests'>;
type Element = Readonly<Record<string, unknown>>;

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  isArray: name =>
    [
      'EntityDescriptor',
      'IDPSSODescriptor',
      'KeyDescriptor',
      'SingleSignOnService',
      'SingleLogoutService',
      'X509Data',
      'X509Certificate',
    ].includes(name),
});

const list = (element: Element | undefined, name: string): readonly Element[] =>
  Array.isArray(element?.[name]) ? (element[name] as readonly Element[]) : [];
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Reads the settings of an identity provider from its metadata.
 * @throws Fault INVALID_FIELD (400) that names what is missing
 */
export function readProviderMetadata(xml: string, field: string): Named {
  const refuse = (reason: string): never => {
    throw invalidField(field, reason);
  };
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) refuse('must not declare a document type');
  if (XMLValidator.validate(xml) !== true) refuse('is no SAML metadata: it is not XML');
  const root = parser.parse(xml) as Element;
  const container = root['EntitiesDescriptor'] as Element | undefined;
  const providers = list(container ?? root, 'EntityDescriptor').filter(
    each => list(each, 'IDPSSODescriptor').length > 0,
  );
  if (providers.length !== 1)
    refuse(
      providers.length === 0
        ? 'describes no identity provider'
        : 'describes several identity providers; use the one of yours',
    );
  const [role] = list(providers[0], 'IDPSSODescriptor');
  const issuer = text(providers[0]!['@entityID']);
  const addressOf = (service: string, binding: string): string =>
    text(list(role, service).find(each => each['@Binding'] === binding)?.['@Location']);
  const address = addressOf('SingleSignOnService', REDIRECT);
  const logout = (
    [
      ['redirect', REDIRECT],
      ['post', POST],
    ] as const
  )
    .map(([binding, name]) => ({ binding, url: addressOf('SingleLogoutService', name) }))
    .find(({ url }) => URL.canParse(url));
  const certificates = list(role, 'KeyDescriptor')
    .filter(each => each['@use'] !== 'encryption')
    .flatMap(each => list(each['KeyInfo'] as Element | undefined, 'X509Data'))
    .flatMap(each => list(each, 'X509Certificate') as readonly unknown[])
    .map(each =>
      text(typeof each === 'object' && each !== null ? (each as Element)['#text'] : each).replaceAll(/\s/g, ''),
    )
    .filter(each => each !== '');
  if (issuer === '') refuse('names no entity ID');
  if (!URL.canParse(address)) refuse('names no sign-in address for HTTP-Redirect');
  if (certificates.length === 0) refuse('has no certificate for signatures');
  return {
    issuer,
    sso_url: address,
    slo_url: logout?.url ?? '',
    slo_binding: logout?.binding ?? 'redirect',
    sign_requests: ['true', '1'].includes(text(role?.['@WantAuthnRequestsSigned'])),
    certificates: [...new Set(certificates)]
      .map(each => `-----BEGIN CERTIFICATE-----\n${each.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----`)
      .join('\n'),
  };
}

/** Reads metadata that is pasted, or from the address of the provider. */
export class ProviderMetadata {
  constructor(@inject(Egress) private readonly egress: Pick<Egress, 'fetch'>) {}

  /** @throws Fault INVALID_FIELD (400) */
  async read(from: { readonly metadata?: string | undefined; readonly url?: string | undefined }): Promise<Named> {
    if (from.metadata !== undefined && from.metadata !== '') return readProviderMetadata(from.metadata, 'metadata');
    if (from.url === undefined) throw invalidField('metadata', 'enter the metadata or its address');
    demandSecure('url', from.url);
    const answer = await this.egress.fetch(from.url, { maxBytes: MOST_BYTES, timeoutMs: MOST_MS });
    if (!answer.ok) throw invalidField('url', `answers ${answer.status}`);
    return readProviderMetadata(await answer.text(), 'url');
  }
}
