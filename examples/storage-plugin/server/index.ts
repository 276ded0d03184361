import { defineServerHalf } from '@loupe/sdk/plugin/server';
import { notesApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { notesHandlers } from './notes.ts';
import firstMigration from './0001-notes.ts';

export default defineServerHalf(manifest, {
  migrations: { '0001-notes': firstMigration },
  activate: ({ implement }) => implement(notesApi, notesHandlers),
});
