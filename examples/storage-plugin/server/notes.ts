import { notFound } from '@loupe/sdk/plugin';
import type { PluginHandlers } from '@loupe/sdk/plugin/server';
import { sql } from '@loupe/sdk/plugin/server';
import type { Note, notesApi } from '../common/api.ts';

interface NoteRow {
  readonly id: number;
  readonly text: string;
  readonly author: string;
  readonly created_at: Date;
}

const view = (row: NoteRow): Note => ({
  id: row.id,
  text: row.text,
  author: row.author,
  createdAt: row.created_at.toISOString(),
});

/** Handlers of the calls of notes. The rows of other teams are out of reach in every transaction. */
export const notesHandlers: PluginHandlers<typeof notesApi> = {
  async listNotes(_, request) {
    const { rows } = await request.transaction(database =>
      sql<NoteRow>`select id, text, author, created_at from team_notes.note order by id desc limit 500`.execute(
        database,
      ),
    );
    return { data: rows.map(view) };
  },
  async addNote({ body }, request) {
    const { rows } = await request.transaction(database =>
      sql<NoteRow>`insert into team_notes.note (team_id, text, author) values (${request.team.id}, ${body.text}, ${request.user.email}) returning id, text, author, created_at`.execute(
        database,
      ),
    );
    return view(rows[0]!);
  },
  async deleteNote({ params }, request) {
    const { rows } = await request.transaction(database =>
      sql`delete from team_notes.note where id = ${params.note_id} and author = ${request.user.email} returning id`.execute(
        database,
      ),
    );
    if (rows.length === 0) throw notFound('The note');
    return { success: true };
  },
};
