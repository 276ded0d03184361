import { isFault } from '#core/base/common/index.ts';
import type { Mailer } from '#core/mail/server/index.ts';
import { fillPlaceholders } from '../../common/condition-rules.ts';
import { addressesOf } from '../../common/validate-pipeline.ts';
import type { Action, ActionOutcome } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { RETRY_AFTER } from './send-webhook.ts';

/** Sends a mail to each address for each run. */
export const emailAction = (mailer: Mailer): Action => ({
  external: true,
  async run(_, { node }, inputs) {
    const outcomes: ActionOutcome[] = [];
    const to = addressesOf(textSetting(node, 'to') ?? '');
    for (const { context, attempt } of inputs) {
      // A line break in a subject would begin another header.
      const subject = fillPlaceholders(textSetting(node, 'subject') ?? '', context).replaceAll(/[\r\n]+/g, ' ');
      const text = fillPlaceholders(textSetting(node, 'text') ?? '', context);
      const sent: string[] = [];
      try {
        for (const each of to) {
          await mailer.send({ to: each, subject, text });
          sent.push(each);
        }
        outcomes.push({ result: 'success', output: { sent, subject } });
      } catch (error) {
        if (!isFault(error)) throw error;
        // Another attempt would send it again to those who have it.
        const retryAfter = sent.length === 0 && mailer.kind !== 'none' ? RETRY_AFTER[attempt - 1] : undefined;
        outcomes.push({
          result: 'failure',
          error: {
            code: error.code,
            message: sent.length === 0 ? error.message : `${error.message} Sent to ${sent.join(', ')} only.`,
          },
          ...(retryAfter === undefined ? {} : { retryAfter }),
        });
      }
    }
    return outcomes;
  },
});
