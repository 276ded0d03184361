import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Facts of a ceremony about itself; a test changes a part to be refused. */
export interface CeremonyFacts {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** True when the person was verified by finger, face or PIN. */
  readonly verified?: boolean;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64 = (data: Buffer): string => data.toString('base64url');
const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** An authenticator with one ES256 passkey, for tests without a browser (WebAuthn level 2, attestation `none`). */
export class SoftwareAuthenticator {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  /** Answers a registration. */
  register(facts: CeremonyFacts): { readonly id: string } {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE key: EC2, ES256, P-256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), number(this.#id.length, 2), this.#id, key]);
    const data = this.#authenticatorData(facts, 0x40, credential);
    // CBOR map: fmt, attStmt, authData.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: base64(clientData('webauthn.create', facts)),
      attestationObject: base64(attestation),
      transports: ['internal'],
    });
  }

  /** Answers a sign-in. */
  signIn(facts: CeremonyFacts): { readonly id: string } {
    const client = clientData('webauthn.get', facts);
    const data = this.#authenticatorData(facts, 0, Buffer.alloc(0));
    return this.#credential({
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)),
    });
  }

  #credential(response: object): { readonly id: string; readonly [field: string]: unknown } {
    const id = base64(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData({ rpId, verified = true }: CeremonyFacts, flags: number, credential: Buffer): Buffer {
    this.#counter += 1;
    const all = 0x01 | (verified ? 0x04 : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), number(this.#counter, 4), credential]);
  }
}

const clientData = (type: string, { challenge, origin }: CeremonyFacts): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
