import { sql } from 'kysely';

/** Columns that say which file an item is; they go wherever it goes. */
export const FILE_COLUMNS = sql.raw(
  'source, url, integration_id, blob_hash, mime, size, width, height, thumbnail_hash, lores_hash, thumbnail_mime, lores_mime, display_hash, content_length',
);
