import { randomBytes } from 'node:crypto';
import { inject } from 'inversify';
import { SecretBox } from '#core/data/server/index.ts';
import { SECRET_PREFIX } from '../common/signature.ts';
import type { WebhookRow } from './webhook-tables.ts';

const about = (teamId: number): string => `webhooks/${teamId}`;

/** Secrets that sign messages. Only sealed ones are stored. */
export class WebhookSecrets {
  constructor(@inject(SecretBox) private readonly box: SecretBox) {}

  /** Makes a secret, as text for the receiver and sealed for the database. */
  make(teamId: number): { readonly secret: string; readonly sealed: string } {
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
    return { secret, sealed: this.box.seal(secret, about(teamId)) };
  }

  /** Returns the keys that sign now: after a rotation the new one, and for a day the one before. */
  of({ team_id: teamId, secret, old_secret: old, old_secret_until: until }: WebhookRow): readonly Buffer[] {
    const both = old !== null && until !== null && until > new Date() ? [secret, old] : [secret];
    return both.map(each => Buffer.from(this.box.open(each, about(teamId)).slice(SECRET_PREFIX.length), 'base64'));
  }
}
