import { sql } from 'kysely';
import type { FieldSource, QuerySource } from '#core/data/server/index.ts';

const sources: Readonly<Record<string, FieldSource>> = {
  id: { kind: 'integer', value: sql.ref('project.id') },
  team_id: { kind: 'integer', value: sql.ref('project.team_id') },
  name: { kind: 'text', value: sql.ref('project.name') },
  type: { kind: 'integer', value: sql.ref('project.type') },
  status: { kind: 'integer', value: sql.ref('project.status') },
  workflow_id: { kind: 'integer', value: sql.ref('project.workflow_id') },
  upload_state: { kind: 'integer', value: sql.ref('project.upload_state') },
  creator_id: { kind: 'email', value: sql`lower(project.creator_email)` },
  description: { kind: 'text', value: sql.ref('project.description') },
  createdAt: { kind: 'time', value: sql.ref('project.created_at') },
  updatedAt: { kind: 'time', value: sql.ref('project.updated_at') },
};

/**
 * Sources of the fields of `projectQuery`, over projects under the name `project`; `more` are those of another plugin.
 */
export const projectSource =
  (more?: QuerySource): QuerySource =>
  name =>
    Object.hasOwn(sources, name) ? sources[name] : more?.(name);
