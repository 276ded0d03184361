import { sql } from 'kysely';

/** Columns that say which file an item is; they go wherever it goes. */
export const FILE_COLUMNS = sql.raw(
  'source, url, integration_id, blob_hash, mime, size, width, height, thumbnail_hash, lores_hash, thumbnail_mime, lores_mime, display_hash, content_length',
);

/** Assigns the columns of the file of `origin` in an update. */
export const SAME_FILE = sql.raw(
  'source = origin.source, url = origin.url, integration_id = origin.integration_id, blob_hash = origin.blob_hash, mime = origin.mime, size = origin.size, width = origin.width, height = origin.height, thumbnail_hash = origin.thumbnail_hash, lores_hash = origin.lores_hash, thumbnail_mime = origin.thumbnail_mime, lores_mime = origin.lores_mime, display_hash = origin.display_hash, content_length = origin.content_length',
);
