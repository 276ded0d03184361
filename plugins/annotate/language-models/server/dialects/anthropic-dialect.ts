import type { AnswerPiece, Dialect, ModelEndpoint } from './dialect.ts';
import { at, counted, jsonRequest, parsed, said } from './dialect.ts';
import { openaiDialect } from './openai-dialect.ts';

/** Longest answer where the model names none: this provider needs one. */
const LONGEST = 4096;

const headersOf = ({ key }: ModelEndpoint): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  accept: 'text/event-stream, application/json',
  'anthropic-version': '2023-06-01',
  ...(key === undefined ? {} : { 'x-api-key': key }),
});

const finishOf = (reason: unknown): Pick<AnswerPiece, 'finish'> =>
  typeof reason !== 'string'
    ? {}
    : {
        finish:
          reason === 'end_turn' || reason === 'stop_sequence' ? 'stop' : reason === 'max_tokens' ? 'length' : 'other',
      };

/** The messages call of Anthropic. */
export const anthropicDialect: Dialect = {
  ask(endpoint, question) {
    const { model, messages, temperature, maxTokens } = question;
    const system = [
      question.instructions,
      ...messages.filter(each => each.role === 'system').map(each => each.content),
      jsonRequest(question),
    ]
      .filter(each => each !== '')
      .join('\n\n');
    const body = {
      model,
      ...(system === '' ? {} : { system }),
      messages: messages.filter(each => each.role !== 'system'),
      max_tokens: maxTokens ?? LONGEST,
      stream: true,
      ...(temperature === null ? {} : { temperature: Math.min(1, temperature) }),
    };
    return {
      url: `${endpoint.address}/messages`,
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify(body),
    };
  },
  probe: endpoint => ({ url: `${endpoint.address}/models`, method: 'GET', headers: headersOf(endpoint) }),
  event(name, data) {
    const found = parsed(data);
    switch (name) {
      case 'message_start':
        return counted(at(found, 'message', 'usage', 'input_tokens'), undefined);
      case 'content_block_delta':
        return said(at(found, 'delta', 'text'));
      case 'message_delta':
        return {
          ...finishOf(at(found, 'delta', 'stop_reason')),
          ...counted(undefined, at(found, 'usage', 'output_tokens')),
        };
      case 'message_stop':
        return { last: true };
      case 'error':
        return { failed: true };
      default:
        return {};
    }
  },
  whole(body) {
    const blocks = at(body, 'content');
    if (!Array.isArray(blocks)) return undefined;
    const text = blocks
      .map(each => at(each, 'text'))
      .filter(each => typeof each === 'string')
      .join('');
    return {
      finish: 'stop',
      ...said(text),
      ...finishOf(at(body, 'stop_reason')),
      ...counted(at(body, 'usage', 'input_tokens'), at(body, 'usage', 'output_tokens')),
    };
  },
  names: openaiDialect.names,
};
