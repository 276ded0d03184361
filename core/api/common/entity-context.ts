/** The team, project and folder of a call. Selects only, never grants. */
export interface EntityContext {
  readonly organization_id?: number | string;
  readonly team_id?: number;
  readonly project_id?: number;
  readonly folder_id?: number;
}

/** Names under which the header is read; the first is written. */
export const ENTITY_CONTEXT_HEADERS = ['x-entity-context', 'x-sa-entity-context'] as const;

export function encodeEntityContext(context: EntityContext): string {
  return btoa(JSON.stringify(context));
}

const integer = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && number <= 2_147_483_647
    ? number
    : undefined;
};

/** Reads the header; ids may be numbers or text. Undefined when it is not base64 JSON of an object. */
export function decodeEntityContext(header: string): EntityContext | undefined {
  try {
    const value: unknown = JSON.parse(atob(header));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const record = value as Record<string, unknown>;
    const team = integer(record['team_id']);
    const project = integer(record['project_id']);
    const folder = integer(record['folder_id']);
    return {
      ...(team === undefined ? {} : { team_id: team }),
      ...(project === undefined ? {} : { project_id: project }),
      ...(folder === undefined ? {} : { folder_id: folder }),
    };
  } catch {
    return undefined;
  }
}
