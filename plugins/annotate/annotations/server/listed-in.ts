import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** A JSON value as a list for `jsonb_array_elements`: no entries where it is none, as in documents of old. */
export const listedIn = (json: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${json}) when 'array' then ${json} else '[]'::jsonb end`;
