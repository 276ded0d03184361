import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inject } from 'inversify';
import { SecretBox } from '#core/data/server/index.ts';
import { S3Refusal } from './s3-refusal.ts';

/** Permissions of keys: to put files of one project below one prefix. */
export interface UploadGrant {
  readonly teamId: number;
  readonly projectId: number;
  readonly folderId: number;
  /** First part of every key, without its slash. */
  readonly prefix: string;
  /** Bytes one file may have. */
  readonly maxBytes: number;
  readonly creator: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** The three parts of temporary keys, as clients of the S3 protocol take them. */
export interface UploadKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Seconds for which keys are valid. */
export const LIFETIME = 3600;

/**
 * Makes and checks keys of one hour. Nothing is stored: the session token holds the grant, sealed by a key of the
 * installation, and both other parts are computed from it, so every server of an installation knows them.
 */
export class UploadKeyring {
  readonly #key: Buffer;

  constructor(@inject(SecretBox) secrets: SecretBox) {
    this.#key = secrets.derive('s3-ingest');
  }

  issue(grant: Omit<UploadGrant, 'prefix' | 'expires'>, now: number): UploadKeys & { readonly prefix: string } {
    const prefix = `p${grant.projectId}-f${grant.folderId}-${randomBytes(9).toString('hex')}`;
    const text = Buffer.from(
      JSON.stringify({ ...grant, prefix, expires: Math.floor(now / 1000) + LIFETIME } satisfies UploadGrant),
    ).toString('base64url');
    return { prefix, ...this.#keysOf(`${text}.${this.#sign('token', text).toString('base64url')}`) };
  }

  /**
   * The grant and the secret of keys that are presented.
   * @throws S3Refusal InvalidToken, InvalidAccessKeyId, ExpiredToken.
   */
  open(
    sessionToken: string,
    accessKeyId: string,
    now: number,
  ): { readonly grant: UploadGrant; readonly secret: string } {
    const [text = '', mark = ''] = sessionToken.split('.');
    const [given, expected] = [Buffer.from(mark), Buffer.from(this.#sign('token', text).toString('base64url'))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new S3Refusal('InvalidToken', 'The security token is not one of this server.', 403);
    const keys = this.#keysOf(sessionToken);
    if (keys.accessKeyId !== accessKeyId)
      throw new S3Refusal('InvalidAccessKeyId', 'The access key does not belong to the security token.', 403);
    const grant = JSON.parse(Buffer.from(text, 'base64url').toString()) as UploadGrant;
    if (grant.expires * 1000 <= now)
      throw new S3Refusal('ExpiredToken', 'The keys have expired. Ask for new ones.', 403);
    return { grant, secret: keys.secretAccessKey };
  }

  #keysOf(sessionToken: string): UploadKeys {
    return {
      accessKeyId: `LOUPE${this.#sign('id', sessionToken).toString('hex').slice(0, 15).toUpperCase()}`,
      secretAccessKey: this.#sign('secret', sessionToken).toString('base64url').slice(0, 40),
      sessionToken,
    };
  }

  #sign(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}\n${text}`).digest();
  }
}
