import type { ChatMessage, reasoningEfforts, verbosities } from '../../common/model.ts';

/** Address of a provider, and the team's credential. */
export interface ModelEndpoint {
  readonly provider: string;
  /** Without a slash at its end. */
  readonly address: string;
  readonly key: string | undefined;
  readonly organization: string;
}

/** One question to a model. */
export interface ModelQuestion {
  readonly model: string;
  readonly instructions: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly reasoningEffort: (typeof reasoningEfforts)[number] | null;
  readonly verbosity: (typeof verbosities)[number] | null;
  readonly format: 'text' | 'json';
  readonly schema: Readonly<Record<string, unknown>> | null;
}

export interface OutgoingCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Part of an answer: some of it is reported at a time. */
export interface AnswerPiece {
  readonly text?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The answer is whole. */
  readonly finish?: 'stop' | 'length' | 'other';
  /** Nothing comes after it. */
  readonly last?: true;
  /** The provider gave up in the middle of it. */
  readonly failed?: true;
}

/** The words of one kind of provider: pure, so that they can be tried without a network. */
export interface Dialect {
  ask(endpoint: ModelEndpoint, question: ModelQuestion): OutgoingCall;
  /** A call that shows whether the address and the key are right. */
  probe(endpoint: ModelEndpoint): OutgoingCall;
  /** Reads one event of a stream; what is not understood is nothing. */
  event(name: string | undefined, data: string): AnswerPiece;
  /** Reads an answer that came in one piece; undefined for one that is none. */
  whole(body: unknown): AnswerPiece | undefined;
  /** Names of models in the answer to the probe. */
  names(body: unknown): readonly string[];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a field of a parsed answer; undefined where there is none. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      typeof step === 'number'
        ? Array.isArray(inner)
          ? inner[step]
          : undefined
        : isObject(inner)
          ? inner[step]
          : undefined,
    value,
  );

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;

/** Counted tokens as far as they were reported. */
export function counted(input: unknown, output: unknown): Pick<AnswerPiece, 'inputTokens' | 'outputTokens'> {
  const [inputTokens, outputTokens] = [count(input), count(output)];
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

export const said = (text: unknown): Pick<AnswerPiece, 'text'> =>
  typeof text === 'string' && text !== '' ? { text } : {};

/** Parsed JSON; undefined for what is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the instruction for a model without a switch for JSON. */
export const jsonRequest = ({ format, schema }: ModelQuestion): string =>
  format === 'text'
    ? ''
    : `Answer with one JSON value and nothing else.${schema === null ? '' : ` It must fit this JSON Schema: ${JSON.stringify(schema)}`}`;
