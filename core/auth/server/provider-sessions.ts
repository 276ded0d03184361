import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Sessions that the identity provider of an organization began; with `indexes` those that it calls by these names. */
export interface SessionsOfProvider {
  readonly providerOf: number;
  readonly indexes?: readonly string[];
}

/**
 * Returns the condition for rows of `auth.session`. Sessions from before their names were kept count for any provider.
 */
export const ofProvider = ({ providerOf, indexes = [] }: SessionsOfProvider): RawBuilder<boolean> =>
  sql<boolean>`(case when provider_session is null then way = 'provider'
    else (provider_session ->> 'organizationId')::int = ${providerOf} end)
    and (${indexes.length === 0}::boolean or provider_session ->> 'index' = any(${[...indexes]}::text[]))`;
