import { Fault, invalidField, isFault } from '#core/base/common/index.ts';
import type { MfaMethod, MfaState, MfaType } from '../common/index.ts';
import type { Attempts } from './attempts.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { People } from './people.ts';
import type { ProviderSession } from './auth-tables.ts';
import type { PersonRow } from './person-row.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { SmsFactors } from './sms-factors.ts';
import type { TotpFactors } from './totp-factors.ts';

/** Minutes that a person has for the second step of a sign-in. */
const CHALLENGE_MINUTES = 5;

/** Second factors of people: what sign-in asks for after the password, and whether an answer is right. */
export class SecondFactors {
  constructor(
    private readonly people: People,
    private readonly tokens: OneTimeTokens,
    private readonly attempts: Attempts,
    private readonly totp: TotpFactors,
    private readonly sms: SmsFactors,
    private readonly recovery: RecoveryCodes,
  ) {}

  async state(person: PersonRow): Promise<MfaState> {
    const [totp, phone, recoveryCodes] = await Promise.all([
      this.totp.has(person.id),
      this.sms.hint(person.id),
      this.recovery.left(person.id),
    ]);
    const sms = { available: this.sms.available, phone: phone ?? null };
    return { preferred: person.preferred_mfa, totp, sms, recoveryCodes };
  }

  /**
   * Demands the second step of a person who turned it on.
   * @throws Fault MFA_REQUIRED (401) with the challenge to answer
   */
  async demand(person: PersonRow, provider?: ProviderSession): Promise<void> {
    const methods = await this.methods(person);
    if (methods.length === 0) return;
    const subject = { personId: person.id, data: provider === undefined ? {} : { provider } };
    const challenge = await this.tokens.issue('sign-in', subject, CHALLENGE_MINUTES, { keepsOthers: true });
    if (methods[0] === 'SMS') await this.#sendUnasked(person);
    const message = methods[0] === 'SMS' ? 'Enter the code from the text message.' : 'Enter the code from your app.';
    throw new Fault('MFA_REQUIRED', message, { status: 401, details: { challenge, methods } });
  }

  /** Sends a code with the challenge. When it fails, the person asks for it again and sees why, or takes another way. */
  async #sendUnasked(person: PersonRow): Promise<void> {
    await this.sms.send(person.id).catch((error: unknown) => {
      if (!isFault(error)) throw error;
    });
  }

  /** Sends a new code to who is signing in. @throws Fault CHALLENGE_EXPIRED (401), and those of sending */
  async sendAgain(challenge: string): Promise<void> {
    const subject = await this.tokens.peek('sign-in', challenge);
    if (subject?.personId === undefined) throw expired();
    await this.sms.send(subject.personId);
  }

  /** Sends a code to the phone of a person. @throws Fault MFA_NOT_SET_UP (409), and those of sending */
  async sendCode(person: PersonRow): Promise<void> {
    await this.sms.send(person.id);
  }

  /** Methods with which a person can answer; none when the second step is off. */
  async methods(person: PersonRow): Promise<MfaMethod[]> {
    if (person.preferred_mfa === 'NOMFA') return [];
    // An app is the safer way: it may replace a phone, but not the other way round.
    const first: MfaMethod[] = person.preferred_mfa === 'TOTP' ? ['TOTP'] : ['SMS'];
    if (person.preferred_mfa === 'SMS' && (await this.totp.has(person.id))) first.push('TOTP');
    return (await this.recovery.left(person.id)) > 0 ? [...first, 'RECOVERY'] : first;
  }

  /**
   * Returns the person who answered a challenge rightly, and what the identity provider calls the session if one signed
   * them in; the challenge is used up.
   * @throws Fault CHALLENGE_EXPIRED (401), MFA_INVALID (401), RATE_LIMITED (429)
   */
  async answer(
    challenge: string,
    method: MfaMethod,
    code: string,
  ): Promise<{ readonly person: PersonRow; readonly provider: ProviderSession | undefined }> {
    const subject = await this.tokens.peek('sign-in', challenge);
    const person = subject?.personId === undefined ? undefined : await this.people.byId(subject.personId);
    if (person === undefined || person.disabled_at !== null) throw expired();
    if (!(await this.methods(person)).includes(method) || !(await this.check(person.id, method, code)))
      throw new Fault('MFA_INVALID', 'That code is wrong. Enter the newest one.', { status: 401 });
    if ((await this.tokens.redeem('sign-in', challenge)) === undefined) throw expired();
    return { person, provider: subject?.data['provider'] as ProviderSession | undefined };
  }

  /**
   * Checks a code and uses it up. Wrong codes are counted for the person, from whatever address.
   * @throws Fault RATE_LIMITED (429)
   */
  async check(personId: number, method: MfaMethod, code: string): Promise<boolean> {
    const key = `mfa:${personId}`;
    await this.attempts.beginStep(key);
    const right = await this.#fits(personId, method, code);
    if (right) await this.attempts.stepSucceeded(key);
    return right;
  }

  async #fits(personId: number, method: MfaMethod, code: string): Promise<boolean> {
    switch (method) {
      case 'TOTP':
        return this.totp.verify(personId, code);
      case 'SMS':
        return this.sms.verify(personId, code);
      case 'RECOVERY':
        return this.recovery.use(personId, code);
    }
  }

  /**
   * Sends a first code to a phone.
   * @throws Fault MFA_ALREADY_SET_UP (409), SMS_UNAVAILABLE (409), SMS_FAILED (502), RATE_LIMITED (429)
   */
  async beginSms(person: PersonRow, phone: string): Promise<void> {
    if ((await this.sms.hint(person.id)) !== undefined)
      throw new Fault('MFA_ALREADY_SET_UP', 'A phone is set up already. Remove it first.', { status: 409 });
    await this.sms.begin(person.id, phone);
  }

  /**
   * Ends the set-up by the code. Turns the second step on unless an app is preferred, and returns recovery codes unless
   * there are some. @throws Fault INVALID_FIELD (400)
   */
  async confirmSms(person: PersonRow, code: string): Promise<string[]> {
    const key = `mfa:${person.id}`;
    await this.attempts.beginStep(key);
    if (!(await this.sms.confirm(person.id, code)))
      throw invalidField('code', 'is wrong', 'That code is wrong. Enter the code of the newest text message.');
    await this.attempts.stepSucceeded(key);
    const codes = (await this.recovery.left(person.id)) > 0 ? [] : await this.recovery.replace(person.id);
    if (person.preferred_mfa === 'NOMFA') await this.people.setPreferredMfa(person.id, 'SMS');
    return codes;
  }

  /** Removes the phone; without an authenticator app, sign-in asks for the password only. */
  async removeSms(person: PersonRow): Promise<void> {
    await this.sms.remove(person.id);
    await this.#fallBack(person, 'SMS', (await this.totp.has(person.id)) ? 'TOTP' : undefined);
  }

  /** Removes every factor of a person who lost them. */
  async reset(person: PersonRow): Promise<void> {
    await this.people.setPreferredMfa(person.id, 'NOMFA');
    await this.sms.remove(person.id);
    await this.totp.remove(person.id);
    await this.recovery.remove(person.id);
  }

  /** Takes the other factor where the removed one was preferred; without another, the second step is off. */
  async #fallBack(person: PersonRow, removed: MfaType, other: MfaType | undefined): Promise<void> {
    if (other === undefined) {
      await this.people.setPreferredMfa(person.id, 'NOMFA');
      await this.recovery.remove(person.id);
    } else if (person.preferred_mfa === removed) await this.people.setPreferredMfa(person.id, other);
  }

  /** Begins the set-up of an authenticator app. @throws Fault MFA_ALREADY_SET_UP (409) */
  async beginTotp(person: PersonRow): Promise<{ readonly secret: string; readonly uri: string }> {
    if (await this.totp.has(person.id))
      throw new Fault('MFA_ALREADY_SET_UP', 'An authenticator app is set up already. Remove it first.', {
        status: 409,
      });
    return this.totp.begin(person);
  }

  /**
   * Ends the set-up by a first code, turns the second step on and answers the recovery codes.
   * @throws Fault INVALID_FIELD (400)
   */
  async confirmTotp(person: PersonRow, code: string): Promise<string[]> {
    const key = `mfa:${person.id}`;
    await this.attempts.beginStep(key);
    if (!(await this.totp.confirm(person.id, code)))
      throw invalidField(
        'code',
        'is wrong',
        'That code is wrong. Enter the code that your authenticator app shows now.',
      );
    await this.attempts.stepSucceeded(key);
    const codes = await this.recovery.replace(person.id);
    await this.people.setPreferredMfa(person.id, 'TOTP');
    return codes;
  }

  /** Removes the authenticator app; without a phone, sign-in asks for the password only. */
  async removeTotp(person: PersonRow): Promise<void> {
    await this.totp.remove(person.id);
    await this.#fallBack(person, 'TOTP', (await this.sms.hint(person.id)) === undefined ? undefined : 'SMS');
  }

  /** Chooses what sign-in asks for. @throws Fault INVALID_FIELD (400) for a factor that is not set up */
  async prefer(person: PersonRow, preferred: MfaType): Promise<void> {
    if (preferred === 'TOTP' && !(await this.totp.has(person.id)))
      throw invalidField(
        'preferred',
        'set up an authenticator app first',
        'Set up an authenticator app before you choose it for sign-in.',
      );
    if (preferred === 'SMS' && (await this.sms.hint(person.id)) === undefined)
      throw invalidField(
        'preferred',
        'set up a phone first',
        'Set up a phone before you choose text messages for sign-in.',
      );
    await this.people.setPreferredMfa(person.id, preferred);
  }

  /** Ten new recovery codes. @throws Fault INVALID_FIELD (400) without a second step */
  async renewRecoveryCodes(person: PersonRow): Promise<string[]> {
    if (!(await this.totp.has(person.id)) && (await this.sms.hint(person.id)) === undefined)
      throw new Fault('MFA_NOT_SET_UP', 'Recovery codes belong to a second step. Set one up first.', { status: 409 });
    return this.recovery.replace(person.id);
  }
}

const expired = (): Fault =>
  new Fault('CHALLENGE_EXPIRED', 'The time to enter the code is over. Sign in again.', { status: 401 });
