import { plainDirection } from '#core/base/common/index.ts';
import { id, time, z } from '#core/api/common/index.ts';

/** A name of a credential or a model: what people and scripts call it by. */
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'must not be empty')
  .max(100);

export const credentialDraft = z.strictObject({
  name,
  provider: z.string().max(40),
  /** Absent or empty: the address of the provider. */
  base_url: z.string().trim().max(500).optional(),
  key: z.string().trim().min(1, 'must not be empty').max(8000).optional(),
  organization: z.string().trim().max(200).optional(),
  /** False stores it without a call to the provider. */
  check: z.boolean().default(true),
});
export type CredentialDraft = z.output<typeof credentialDraft>;

export const credential = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  base_url: z.string(),
  organization: z.string(),
  has_key: z.boolean(),
  /** Null where no call was made since it changed last. */
  checked_at: time.nullable(),
  check_passed: z.boolean().nullable(),
  creator: z.string(),
  created_at: time,
});
export type Credential = z.output<typeof credential>;

export const credentialCheck = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** Names the provider has for its models; empty where it is unknown. */ models: z.array(z.string()),
});
export type CredentialCheck = z.output<typeof credentialCheck>;

/** Reasoning effort of a model; null leaves it to the provider (product, multimodal 8). */
export const reasoningEfforts = ['minimal', 'low', 'medium', 'high'] as const;
export const verbosities = ['low', 'medium', 'high'] as const;

const price = z.number().min(0).max(100_000).nullable().default(null);

export const modelDraft = z.strictObject({
  name,
  description: z.string().trim().max(500).default(''),
  credential_id: id,
  /** Name of the model at the provider. */
  model: z.string().trim().min(1, 'must not be empty').max(200),
  instructions: z.string().max(20_000).default(''),
  temperature: z.number().min(0).max(2).nullable().default(null),
  /** Longest answer, in tokens. */
  max_tokens: z.int().min(1).max(200_000).nullable().default(null),
  reasoning_effort: z.enum(reasoningEfforts).nullable().default(null),
  verbosity: z.enum(verbosities).nullable().default(null),
  timeout_seconds: z.int().min(1).max(300).default(60),
  retries: z.int().min(0).max(5).default(2),
  response_format: z.enum(['text', 'json']).default('text'),
  /** JSON Schema of a JSON answer. */
  response_schema: z.record(z.string(), z.unknown()).nullable().default(null),
  /** US dollars for a million tokens. */
  price_in: price,
  price_out: price,
  /** Projects that may use it; null means all of the team. */
  project_ids: z.array(id).max(500).nullable().default(null),
});
export type ModelDraft = z.output<typeof modelDraft>;

export const model = modelDraft
  .extend({ id: z.int(), credential_name: z.string(), provider: z.string(), creator: z.string(), created_at: time })
  .loose();
export type Model = z.output<typeof model>;

export const chatMessage = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string().max(200_000),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** Longest conversation that is sent, in characters of all its messages. */
export const mostCharacters = 400_000;

export const runRequest = z.strictObject({
  model: z.string().max(100),
  messages: z.array(chatMessage).min(1).max(400).optional(),
  prompt: z.string().min(1, 'must not be empty').max(200_000).optional(),
  params: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      max_tokens: z.int().min(1).max(200_000).optional(),
    })
    .optional(),
  item_id: id.optional(),
  /** Made by the caller for each call: the same one is not run twice. */
  key: z.uuid().optional(),
});
export type RunRequest = z.output<typeof runRequest>;

/** Tokens in and out; `estimated` where the provider did not count them. */
export const usage = z.object({ input_tokens: z.int(), output_tokens: z.int(), estimated: z.boolean() });
export type Usage = z.output<typeof usage>;

export const runStates = ['running', 'done', 'stopped', 'failed', 'refused', 'lost'] as const;

/** One line of the log: an answer of a model, or a call of a form's script to a host. */
export const runView = z.object({
  id: z.int(),
  kind: z.enum(['run', 'try', 'fetch']),
  created_at: time,
  email: z.string(),
  project_id: z.int().nullable(),
  project_name: z.string().nullable(),
  item_id: z.int().nullable(),
  item_name: z.string().nullable(),
  /** Name of the model; of a script's call the method and the host. */
  target: z.string(),
  state: z.enum(runStates),
  input_tokens: z.int(),
  output_tokens: z.int(),
  estimated: z.boolean(),
  cost: z.number().nullable(),
  latency_ms: z.int().nullable(),
  error: z.string().nullable(),
});
export type RunView = z.output<typeof runView>;

export const budget = z.object({
  /** Tokens of a calendar month (UTC); null for no limit. */ monthly_tokens: z.int().nullable(),
  used_tokens: z.int(),
  used_cost: z.number(),
  calls: z.int(),
  month: z.string(),
});
export type Budget = z.output<typeof budget>;
