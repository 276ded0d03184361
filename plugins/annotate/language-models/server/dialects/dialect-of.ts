import type { ModelContract } from '../../common/provider.ts';
import { providerOf } from '../../common/provider.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import type { Dialect } from './dialect.ts';
import { openaiDialect } from './openai-dialect.ts';
import { simpleDialect } from './simple-dialect.ts';

const dialects: Readonly<Record<ModelContract, Dialect>> = {
  openai: openaiDialect,
  anthropic: anthropicDialect,
  simple: simpleDialect,
};

/** The words of a provider; those of OpenAI for one that is not known any more. */
export const dialectOf = (provider: string): Dialect => dialects[providerOf(provider)?.contract ?? 'openai'];
