import { Fault } from '#core/base/common/index.ts';

/**
 * 422: what a provider answered with an error status, in our words and with nothing of its own. `host` is where it was
 * asked.
 */
export function statusFault(status: number, host: string, model: string): Fault {
  const of = (code: string, message: string): Fault =>
    new Fault(code, message, { status: 422, details: { host, status } });
  if (status === 401 || status === 403)
    return of('MODEL_KEY', `${host} refused the key (${status}). Enter another one under Models, Credentials.`);
  if (status === 404)
    return of(
      'MODEL_UNKNOWN',
      `${host} knows no model “${model}” at this address (404). Check the name of the model and the address.`,
    );
  if (status === 429) return of('MODEL_BUSY', `${host} takes no more calls at the moment (429). Try again later.`);
  if (status === 413) return of('MODEL_TOO_LONG', `The conversation is longer than ${host} takes (413).`);
  if (status >= 500) return of('MODEL_DOWN', `${host} has trouble of its own (${status}). Try again later.`);
  return of('MODEL_REFUSED', `${host} refused the request (${status}). Check the settings of the model “${model}”.`);
}

/** 422: the provider ended its answer before it was whole. */
export const cutFault = (host: string): Fault =>
  new Fault('MODEL_CUT', `The answer of ${host} broke off. Try again.`, { status: 422, details: { host } });

export const lateFault = (host: string, seconds: number): Fault =>
  new Fault(
    'MODEL_TIMEOUT',
    `${host} was silent for too long: more than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. A longer time can be set in the model.`,
    { status: 422, details: { host } },
  );

export const noAnswerFault = (host: string): Fault =>
  new Fault(
    'MODEL_ANSWER',
    `${host} did not answer in the words of its provider. Check the address and the provider.`,
    { status: 422, details: { host } },
  );

export const notJsonFault = (): Fault =>
  new Fault(
    'MODEL_NOT_JSON',
    'The model did not answer with JSON, as its settings ask for. Try again, or change its instructions.',
    { status: 422 },
  );
