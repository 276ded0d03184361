import type { Answer } from '../../support/test-app.ts';

/** Codes of refusals for want of a program or model that an operator installs; machines of tests may lack them. */
const NOT_INSTALLED: ReadonlySet<unknown> = new Set(['MODEL_UNAVAILABLE', 'DECODER_UNAVAILABLE']);

/** Returns whether an answer refuses a call only because the machine lacks a program or a model. */
export const isNotInstalled = ({ body }: Pick<Answer, 'body'>): boolean => NOT_INSTALLED.has(body['code']);
