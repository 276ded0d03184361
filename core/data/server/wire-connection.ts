interface Bound {
  readonly portal: string;
  readonly statement: string;
  readonly values: readonly string[];
}

/** The messages of the driver's connection that are sent here. */
export interface WireConnection {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, unknown>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(bound: Bound): void;
  execute(portal: { readonly portal: string }): void;
  close(statement: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Sends a statement without values. */
export function runText(connection: WireConnection, text: string): void {
  connection.parse({ name: '', text });
  connection.bind({ portal: '', statement: '', values: [] });
  connection.execute({ portal: '' });
}
