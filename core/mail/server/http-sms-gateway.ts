import { Fault, isFault } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';

/** Address of an operator's gateway for text messages, and the token that it asks for. */
export interface SmsSettings {
  readonly url: string;
  /** Sent as `Authorization: Bearer …`; absent = without. */
  readonly token?: string | undefined;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** Sends text messages by a gateway that takes `{ "to", "text" }` as JSON by POST. */
export class HttpSmsGateway {
  constructor(
    private readonly settings: SmsSettings,
    private readonly egress: Pick<Egress, 'fetch'>,
  ) {}

  /** @throws Fault SMS_FAILED (502), which names the cause and neither number nor text */
  async send(to: string, text: string): Promise<void> {
    const { url, token } = this.settings;
    try {
      const answer = await this.egress.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text }),
        maxBytes: MOST_BYTES,
        timeoutMs: TIMEOUT_MS,
        mayFollow: () => false,
      });
      if (!answer.ok) throw failed(`the gateway answered ${answer.status}`);
    } catch (error) {
      if (isFault(error) && error.code === 'SMS_FAILED') throw error;
      throw failed(isFault(error) ? error.message : 'the gateway cannot be reached', error);
    }
  }
}

const failed = (reason: string, cause?: unknown): Fault =>
  new Fault('SMS_FAILED', `The text message was not sent: ${reason}`, {
    status: 502,
    ...(cause === undefined ? {} : { cause }),
  });
