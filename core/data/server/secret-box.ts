import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Fault } from '#core/base/common/index.ts';
import type { Keys } from './keys.ts';

const CIPHER = 'aes-256-gcm';

/** Encrypts what must be kept and may not be read: passwords and keys of other services. */
export class SecretBox {
  readonly #encryption: Keys['encryption'];
  readonly #session: string;

  constructor(keys: Pick<Keys, 'encryption' | 'session'>) {
    this.#encryption = keys.encryption;
    this.#session = keys.session;
  }

  /** Encrypts. `about` says what the secret belongs to (`integrations/team/5`): it opens with the same text only. */
  seal(secret: string, about: string): string {
    const [key] = this.#encryption;
    const nonce = randomBytes(12);
    const cipher = createCipheriv(CIPHER, Buffer.from(key!.secret, 'base64url'), nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return [
      'v1',
      key!.id,
      nonce.toString('base64url'),
      sealed.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
    ].join('.');
  }

  /**
   * @throws Fault SECRET_UNREADABLE when it was sealed about something else, by another installation, or was changed.
   */
  open(sealed: string, about: string): string {
    const [version, id, nonce = '', text = '', tag = ''] = sealed.split('.');
    const key = this.#encryption.find(each => each.id === id);
    try {
      if (version !== 'v1' || key === undefined) throw new Error('sealed with a key that is not here');
      const cipher = createDecipheriv(CIPHER, Buffer.from(key.secret, 'base64url'), Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([cipher.update(Buffer.from(text, 'base64url')), cipher.final()]).toString('utf8');
    } catch (error) {
      throw new Fault(
        'SECRET_UNREADABLE',
        "A stored secret can't be read with the keys of this installation. Enter it again.",
        { status: 409, cause: error },
      );
    }
  }

  /** 32 bytes for signing, the same on every replica, of their own for each purpose (`object-storage`). */
  derive(purpose: string): Buffer {
    return Buffer.from(
      hkdfSync('sha256', Buffer.from(this.#session, 'base64url'), Buffer.alloc(0), `loupe/${purpose}`, 32),
    );
  }
}
