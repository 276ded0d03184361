import type { AnswerPiece, Dialect, ModelEndpoint, ModelQuestion } from './dialect.ts';
import { at, counted, isObject, parsed, said } from './dialect.ts';

const headersOf = ({ key, organization }: ModelEndpoint): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  accept: 'text/event-stream, application/json',
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  ...(organization === '' ? {} : { 'openai-organization': organization }),
});

const finishOf = (reason: unknown): Pick<AnswerPiece, 'finish'> =>
  typeof reason !== 'string' ? {} : { finish: reason === 'stop' ? 'stop' : reason === 'length' ? 'length' : 'other' };
const usageOf = (usage: unknown): Pick<AnswerPiece, 'inputTokens' | 'outputTokens'> =>
  counted(at(usage, 'prompt_tokens'), at(usage, 'completion_tokens'));

function formatOf({ format, schema }: ModelQuestion): object {
  if (format === 'text') return {};
  return {
    response_format:
      schema === null ? { type: 'json_object' } : { type: 'json_schema', json_schema: { name: 'answer', schema } },
  };
}

/** Chat completions, as OpenAI and most servers of one's own speak them. */
export const openaiDialect: Dialect = {
  ask(endpoint, question) {
    const { model, instructions, messages, temperature, maxTokens, reasoningEffort, verbosity } = question;
    // The newest models of OpenAI refuse the older name, most other servers know no other.
    const longest =
      maxTokens === null
        ? {}
        : { [endpoint.provider === 'openai' ? 'max_completion_tokens' : 'max_tokens']: maxTokens };
    const body = {
      model,
      messages: [...(instructions === '' ? [] : [{ role: 'system', content: instructions }]), ...messages],
      stream: true,
      stream_options: { include_usage: true },
      ...(temperature === null ? {} : { temperature }),
      ...longest,
      ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
      ...(verbosity === null ? {} : { verbosity }),
      ...formatOf(question),
    };
    return {
      url: `${endpoint.address}/chat/completions`,
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify(body),
    };
  },
  probe: endpoint => ({ url: `${endpoint.address}/models`, method: 'GET', headers: headersOf(endpoint) }),
  event(_, data) {
    if (data.trim() === '[DONE]') return { finish: 'stop', last: true };
    const found = parsed(data);
    if (isObject(at(found, 'error'))) return { failed: true };
    return {
      ...said(at(found, 'choices', 0, 'delta', 'content')),
      ...finishOf(at(found, 'choices', 0, 'finish_reason')),
      ...usageOf(at(found, 'usage')),
    };
  },
  whole(body) {
    const text = at(body, 'choices', 0, 'message', 'content');
    return typeof text === 'string'
      ? {
          finish: 'stop',
          ...said(text),
          ...finishOf(at(body, 'choices', 0, 'finish_reason')),
          ...usageOf(at(body, 'usage')),
        }
      : undefined;
  },
  names: body => {
    const list = at(body, 'data');
    return (Array.isArray(list) ? list : []).flatMap(each => {
      const name = at(each, 'id');
      return typeof name === 'string' ? [name] : [];
    });
  },
};
