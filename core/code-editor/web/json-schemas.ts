import { jsonDefaults } from 'monaco-editor/languages/features/json/register';

/** A JSON schema for the sources whose address ends as one of `fileMatch`, such as `/app/loupe-app.json`. */
export interface SourceSchema {
  /** Address by which a source may name it in `$schema`; it is never loaded from there. */
  readonly uri: string;
  readonly fileMatch: readonly string[];
  readonly schema: unknown;
}

/**
 * Makes schemas known to every editor of JSON: it completes, explains and marks by them. Returns the way to make them
 * forgotten.
 */
export function knowSchemas(schemas: readonly SourceSchema[]): { dispose(): void } {
  const before = jsonDefaults.diagnosticsOptions;
  jsonDefaults.setDiagnosticsOptions({
    ...before,
    validate: true,
    enableSchemaRequest: false,
    schemaValidation: 'error',
    schemaRequest: 'ignore',
    schemas: schemas.map(each => ({ ...each, fileMatch: [...each.fileMatch] })),
  });
  return { dispose: () => jsonDefaults.setDiagnosticsOptions(before) };
}
