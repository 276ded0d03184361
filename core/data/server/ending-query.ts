import { Query } from 'pg';
import type { WireConnection } from './wire-connection.ts';
import { runText } from './wire-connection.ts';

/** The parts of the driver's query that its types do not name. */
interface WireQuery {
  portal: string;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  _getRows(connection: WireConnection): void;
}

/**
 * The last statement of a transaction, sent together with its commit: what it locks is free again before its answer is
 * here. When the statement fails, the database leaves the commit out.
 */
export class EndingQuery extends (Query as unknown as new (config: object) => WireQuery) {
  #answered = false;

  constructor(config: {
    readonly text: string;
    readonly values: readonly unknown[];
    readonly name?: string;
    readonly callback: (error: unknown, result: unknown) => void;
  }) {
    super({ ...config, queryMode: 'extended' });
  }

  // The driver sends the end of its messages here.
  override _getRows(connection: WireConnection): void {
    connection.execute({ portal: this.portal });
    runText(connection, 'commit');
    connection.sync();
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    // The second one is that of the commit.
    if (!this.#answered) super.handleCommandComplete(message, connection);
    this.#answered = true;
  }
}
