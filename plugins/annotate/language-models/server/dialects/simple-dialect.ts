import type { Dialect, ModelEndpoint } from './dialect.ts';
import { at, counted, said } from './dialect.ts';

const headersOf = ({ key }: ModelEndpoint): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  accept: 'application/json',
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
});

/** `POST base {model, messages, params}` → `{text, usage}`. */
export const simpleDialect: Dialect = {
  ask(endpoint, { model, instructions, messages, temperature, maxTokens, reasoningEffort, verbosity, format, schema }) {
    const params = {
      ...(temperature === null ? {} : { temperature }),
      ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
      ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
      ...(verbosity === null ? {} : { verbosity }),
      response_format: format,
      ...(schema === null ? {} : { response_schema: schema }),
    };
    const body = {
      model,
      messages: [...(instructions === '' ? [] : [{ role: 'system', content: instructions }]), ...messages],
      params,
    };
    return { url: endpoint.address, method: 'POST', headers: headersOf(endpoint), body: JSON.stringify(body) };
  },
  probe: endpoint => ({
    url: endpoint.address,
    method: 'POST',
    headers: headersOf(endpoint),
    body: JSON.stringify({ model: '', messages: [{ role: 'user', content: 'ping' }], params: { max_tokens: 1 } }),
  }),
  event: () => ({}),
  whole(body) {
    const text = at(body, 'text');
    if (typeof text !== 'string') return undefined;
    const usage = at(body, 'usage');
    return {
      finish: 'stop',
      ...said(text),
      ...counted(
        at(usage, 'input_tokens') ?? at(usage, 'prompt_tokens'),
        at(usage, 'output_tokens') ?? at(usage, 'completion_tokens'),
      ),
    };
  },
  names: () => [],
};
