/**
 * Protocol of a provider: `openai` by chat completions, `anthropic` by messages, `simple` by one JSON call without a
 * stream.
 */
export type ModelContract = 'openai' | 'anthropic' | 'simple';

/** A service that answers with language models. Only those are listed whose calls are implemented. */
export interface ModelProvider {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly contract: ModelContract;
  /** Default address; absent where the address is the team's own. */
  readonly address?: string;
  readonly needsKey: boolean;
}

export const modelProviders: readonly ModelProvider[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    about: 'Key of an OpenAI project',
    contract: 'openai',
    address: 'https://api.openai.com/v1',
    needsKey: true,
  },
  {
    id: 'anthropic',
    title: 'Anthropic',
    about: 'Key of an Anthropic workspace',
    contract: 'anthropic',
    address: 'https://api.anthropic.com/v1',
    needsKey: true,
  },
  {
    id: 'gemini',
    title: 'Gemini',
    about: 'Key of Google AI Studio',
    contract: 'openai',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
  },
  {
    id: 'fireworks',
    title: 'Fireworks AI',
    about: 'Key of a Fireworks account',
    contract: 'openai',
    address: 'https://api.fireworks.ai/inference/v1',
    needsKey: true,
  },
  {
    id: 'compatible',
    title: 'OpenAI-compatible',
    about: 'vLLM, Ollama, llama.cpp and most servers of one’s own',
    contract: 'openai',
    needsKey: false,
  },
  { id: 'simple', title: 'Simple', about: 'One call: messages in, text out', contract: 'simple', needsKey: false },
];

export const providerOf = (id: string): ModelProvider | undefined => modelProviders.find(each => each.id === id);

/** Most credentials of a team. */
export const mostCredentials = 200;
export const mostModels = 200;
