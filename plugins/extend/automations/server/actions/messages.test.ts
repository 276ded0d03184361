import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Egress, EgressRequest } from '#core/egress/server/index.ts';
import type { Mailer, MailMessage } from '#core/mail/server/index.ts';
import type { ActionInput, ActionOutcome } from './action.ts';
import { emailAction } from './send-email.ts';
import { webhookAction } from './send-webhook.ts';

const context = { signal: new AbortController().signal } as RequestContext;
const input = (attempt = 1): ActionInput => ({
  stepId: 5,
  runId: 7,
  event: 'item u:annotation_status',
  projectId: 1,
  itemId: 2,
  ts_ms: 0,
  context: { op: 'u', ts_ms: 0, before: null, after: { name: 'Cat\r\nBcc: all' } },
  attempt,
});
const scene = (type: string, settings: Readonly<Record<string, unknown>>) => ({
  pipelineId: 3,
  pipelineName: 'Notify',
  scope: { all: true, projects: [] },
  node: { id: 'send', kind: 'action' as const, type, settings, x: 0, y: 0 },
});

/** Sends one webhook to an address that answers with a status, or fails. */
async function post(
  answer: number | Fault,
  { secret, attempt }: { readonly secret?: string; readonly attempt?: number } = {},
): Promise<{ readonly outcome: ActionOutcome; readonly sent: EgressRequest }> {
  const sent: EgressRequest[] = [];
  const egress = {
    fetch: (_: string, request: EgressRequest) => {
      sent.push(request);
      return answer instanceof Fault
        ? Promise.reject(answer)
        : Promise.resolve({ status: answer, text: () => Promise.resolve('thanks') });
    },
  } as unknown as Egress;
  const action = webhookAction({
    egress,
    secret: () => Promise.resolve(secret),
    secrets: () => Promise.resolve(new Map()),
  });
  const [outcome] = await action.run(
    context,
    scene('send_webhook', { url: 'https://hooks.test/', header_name: 'X-Source', header_value: 'Loupe' }),
    [input(attempt)],
  );
  return { outcome: outcome!, sent: sent[0]! };
}

it('should post the event, signed with the secret, under a delivery id that attempts share', async () => {
  const { outcome, sent } = await post(204, { secret: 'a secret of 16 letters' });
  expect(outcome).toEqual({ result: 'success', output: { status: 204, body: 'thanks' } });
  expect(sent.headers).toEqual({
    'x-source': 'Loupe',
    'content-type': 'application/json',
    'x-event': 'item u:annotation_status',
    'x-delivery': '7-send',
    'x-authorization-content-sha256': createHmac('sha256', 'a secret of 16 letters')
      .update(String(sent.body))
      .digest('hex'),
  });
  expect(JSON.parse(String(sent.body))).toMatchObject({ pipeline_id: 3, run_id: 7, context: { op: 'u' } });
  expect(sent.mayFollow?.(new URL('https://elsewhere.test/'))).toBe(false);
  expect((await post(500, { attempt: 2 })).sent.headers?.['x-delivery']).toBe('7-send');
});

const unreachable = new Fault('EGRESS_FAILED', 'hooks.test could not be reached.', { status: 422 });
it.each<[string, number | Fault, number, number | undefined]>([
  ['a fault of the address', 503, 1, 60],
  ['the same for the second time', 503, 2, 300],
  ['the same for the fourth time', 503, 4, undefined],
  ['a network failure', unreachable, 3, 1800],
  ['a refusal', 404, 1, undefined],
  ['a forbidden address', new Fault('EGRESS_REFUSED', 'Not public.', { status: 422 }), 1, undefined],
])('should after %s try again only where that can help', async (_, answer, attempt, seconds) => {
  const { outcome } = await post(answer, { attempt });
  expect(outcome.result).toBe('failure');
  expect('retryAfter' in outcome ? outcome.retryAfter : undefined).toBe(seconds);
});

it('should send a mail to each address with values of the event, and no further header', async () => {
  const mails: MailMessage[] = [];
  const mailer: Mailer = { kind: 'smtp', send: message => Promise.resolve(`${mails.push(message)} kept`) };
  const settings = { to: 'a@b.test, c@d.test', subject: 'Done: {{after.name}}', text: '{{after.name}} is done.' };
  await emailAction(mailer).run(context, scene('send_email', settings), [input()]);
  expect(mails.map(each => [each.to, each.subject])).toEqual([
    ['a@b.test', 'Done: Cat Bcc: all'],
    ['c@d.test', 'Done: Cat Bcc: all'],
  ]);
});

it('should not send a mail again to those who have it', async () => {
  let sent = 0;
  const mailer: Mailer = {
    kind: 'smtp',
    send: () => {
      sent += 1;
      return sent === 2
        ? Promise.reject(new Fault('MAIL_FAILED', 'The mail was not sent: refused', { status: 502 }))
        : Promise.resolve('250 kept');
    },
  };
  const settings = { to: 'a@b.test, c@d.test', subject: 'S', text: 'T' };
  const [outcome] = await emailAction(mailer).run(context, scene('send_email', settings), [input()]);
  expect(outcome).toEqual({
    result: 'failure',
    error: { code: 'MAIL_FAILED', message: 'The mail was not sent: refused Sent to a@b.test only.' },
  });
});
