import { defineApi, id, success, z } from '@loupe/sdk/plugin';

export const note = z.object({ id: z.int(), text: z.string(), author: z.string(), createdAt: z.string() });
export type Note = z.output<typeof note>;

export const notesApi = defineApi({
  service: 'main',
  operations: {
    listNotes: {
      method: 'GET',
      path: '/api/v1/team-notes',
      summary: 'Notes of the team, newest first',
      access: 'team-member',
      reply: z.object({ data: z.array(note) }),
    },
    addNote: {
      method: 'POST',
      path: '/api/v1/team-notes',
      summary: 'Write a note',
      access: 'team-member',
      status: 201,
      body: z.strictObject({
        text: z.string().trim().min(1, 'write something').max(500, 'use at most 500 characters'),
      }),
      reply: note,
    },
    deleteNote: {
      method: 'DELETE',
      path: '/api/v1/team-notes/:note_id',
      summary: 'Delete a note of one’s own',
      access: 'team-member',
      params: z.strictObject({ note_id: id }),
      reply: success,
    },
  },
});
