import { createPrivateKey } from 'node:crypto';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import { DatabaseToken } from '#core/kernel/server/index.ts';
import type { SignOnTables } from './tables.ts';

/** Bits of a key, and years for which its certificate is good. */
const BITS = 3072;
const YEARS = 10;
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** A key of an organization; providers know its certificate. Both are in PEM. */
export interface SamlKey {
  readonly certificate: string;
  readonly privateKey: string;
}

const about = (organizationId: number): string => `single-sign-on/saml-key/${organizationId}`;

/**
 * Keys to which SAML providers encrypt, and with which messages to them are signed: one for each organization that has
 * one.
 */
export class SamlKeys {
  constructor(
    @inject(DatabaseToken) private readonly database: Database,
    @inject(SecretBox) private readonly secrets: SecretBox,
  ) {}

  /** @throws Fault SECRET_UNREADABLE when it was sealed by another installation */
  async find(organizationId: number): Promise<SamlKey | undefined> {
    const row = await this.#run('read the key of an organization', trx =>
      trx
        .selectFrom('single_sign_on.saml_key')
        .select(['certificate', 'sealed_key'])
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return row === undefined
      ? undefined
      : { certificate: row.certificate, privateKey: this.secrets.open(row.sealed_key, about(organizationId)) };
  }

  /** Returns the certificate of an organization, in PEM. */
  async certificate(organizationId: number): Promise<string | undefined> {
    const row = await this.#run('read the certificate of an organization', trx =>
      trx
        .selectFrom('single_sign_on.saml_key')
        .select('certificate')
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    return row?.certificate;
  }

  /** Makes a key for an organization that has none. */
  async ensure(organizationId: number): Promise<void> {
    if ((await this.certificate(organizationId)) === undefined) await this.renew(organizationId);
  }

  /** Makes a key; the one before opens and signs nothing any more. */
  async renew(organizationId: number): Promise<void> {
    const { certificate, privateKey } = await makeKey();
    const values = {
      certificate,
      sealed_key: this.secrets.seal(privateKey, about(organizationId)),
      created_at: new Date(),
    };
    await this.#run('make the key of an organization', trx =>
      trx
        .insertInto('single_sign_on.saml_key')
        .values({ organization_id: organizationId, ...values })
        .onConflict(conflict => conflict.column('organization_id').doUpdateSet(values))
        .execute(),
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<SignOnTables>) => Promise<T>): Promise<T> {
    return this.database.system<SignOnTables>(reason).transaction(work);
  }
}

async function makeKey(): Promise<SamlKey> {
  const { X509CertificateGenerator, cryptoProvider } = await import('@peculiar/x509');
  cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(
    { ...RSA, modulusLength: BITS, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setFullYear(notAfter.getFullYear() + YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Loupe SAML',
    keys,
    notBefore,
    notAfter,
    signingAlgorithm: RSA,
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificate: certificate.toString('pem').trim(),
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      .export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  };
}
