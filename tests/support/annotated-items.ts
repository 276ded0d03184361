import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { TestApp, TestTeam } from './test-app.ts';

/** Items of a project's own folder, put there without their files; ids in the order of the names. */
export async function bareItems(
  app: TestApp,
  team: TestTeam,
  projectId: number,
  names: readonly string[],
  columns: { readonly status?: number; readonly folderId?: number } = {},
): Promise<readonly number[]> {
  return app.database.tenant(team.id).transaction(async (trx: Kysely<unknown>) => {
    const folderId = columns.folderId ?? (await rootFolder(trx, projectId));
    const { rows } = await sql<{ id: number; name: string }>`
      insert into items.item (team_id, project_id, folder_id, name, url, source, annotation_status)
      select ${team.id}, ${projectId}, ${folderId}, name, 'https://files.test/' || name, 2, ${columns.status ?? 1} from unnest(${[...names]}::text[]) with ordinality as given (name, at) order by at returning id, name`.execute(
      trx,
    );
    return names.map(name => rows.find(row => row.name === name)!.id);
  });
}

/** The project's own folder. */
export function ownFolder(app: TestApp, team: TestTeam, projectId: number): Promise<number> {
  return app.database.tenant(team.id).transaction(trx => rootFolder(trx as Kysely<unknown>, projectId));
}

async function rootFolder(trx: Kysely<unknown>, projectId: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from items.folder where project_id = ${projectId} and is_root`.execute(trx);
  return rows[0]!.id;
}

/** A form as the public client writes it: names neither escaped nor encoded, one part for each document or file. */
export function annotationForm(
  documents: readonly (readonly [name: string, content: unknown])[],
  boundary = 'c0ffee',
): { readonly body: Buffer; readonly headers: Record<string, string> } {
  const parts = documents.flatMap(([name, content]) => [
    `--${boundary}\r\nContent-Type: ${Buffer.isBuffer(content) ? 'image/png' : 'application/json'}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`,
    Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify({ data: content }),
    '\r\n',
  ]);
  return {
    body: Buffer.concat(
      [...parts, `--${boundary}--\r\n`].map(part => (typeof part === 'string' ? Buffer.from(part) : part)),
    ),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
