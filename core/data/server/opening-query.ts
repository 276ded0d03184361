import { Query } from 'pg';
import type { WireConnection } from './wire-connection.ts';
import { runText } from './wire-connection.ts';

/**
 * Settings that a transaction begins with: its isolation as SQL (empty for the default), the role it works as and the
 * team it sees.
 */
export interface TransactionOpening {
  readonly isolation: string;
  readonly role: string;
  readonly team: string;
}

/** The handlers of the driver's query that its types do not name. */
interface WireQuery {
  name: string | undefined;
  submit(connection: WireConnection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleError(error: unknown, connection: WireConnection): void;
}

const TEAM_SCOPE = {
  name: 'loupe_team',
  text: `select data.enter_team($2::int), set_config('role', $1, true), set_config('app.team', $2::text, true)`,
};
const SYSTEM_SCOPE = {
  name: 'loupe_system',
  text: `select set_config('role', $1, true), set_config('app.team', $2, true)`,
};
const scoped = new WeakMap<WireConnection, Set<string>>();

/**
 * The first statement of a transaction, sent together with what opens it: one way to the database instead of two.
 * Nothing is synchronized in between, so when the opening fails, the database leaves the statement out: it never runs
 * without its scope.
 */
export class OpeningQuery extends (Query as unknown as new (config: object) => WireQuery) {
  readonly #opening: TransactionOpening;
  readonly #commitsFirst: boolean;
  #ownName: string | undefined;
  /** Statements of the opening that are still to be answered. */
  #ahead: number;

  /** `commitsFirst`: the connection still owes the end of a transaction that only read. */
  constructor(
    config: {
      readonly text: string;
      readonly values: readonly unknown[];
      readonly name?: string;
      readonly callback: (error: unknown, result: unknown) => void;
    },
    opening: TransactionOpening,
    commitsFirst: boolean,
  ) {
    super({ ...config, queryMode: 'extended' });
    this.#opening = opening;
    this.#commitsFirst = commitsFirst;
    this.#ahead = commitsFirst ? 3 : 2;
  }

  override submit(connection: WireConnection): Error | null {
    connection.stream.cork();
    try {
      if (this.#commitsFirst) runText(connection, 'commit');
      runText(connection, `begin${this.#opening.isolation}`);
      const scope = this.#scope;
      if (scoped.get(connection)?.has(scope.name) !== true) {
        connection.close({ type: 'S', name: scope.name });
        connection.parse(scope);
      }
      connection.bind({ portal: '', statement: scope.name, values: [this.#opening.role, this.#opening.team] });
      connection.execute({ portal: '' });
      const refused = super.submit(connection);
      // The driver takes the next parsed statement for the one of this name.
      this.#ownName = this.name;
      this.name = undefined;
      return refused;
    } finally {
      connection.stream.uncork();
    }
  }

  get #scope(): typeof TEAM_SCOPE {
    return this.#opening.team === '' ? SYSTEM_SCOPE : TEAM_SCOPE;
  }

  override handleRowDescription(message: unknown): void {
    if (this.#ahead === 0) super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (this.#ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#ahead === 0) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#ahead -= 1;
    if (this.#ahead > 0) return;
    scoped.set(connection, (scoped.get(connection) ?? new Set()).add(this.#scope.name));
    this.name = this.#ownName;
  }

  override handleError(error: unknown, connection: WireConnection): void {
    if (this.#ownName !== undefined) delete connection.submittedNamedStatements[this.#ownName];
    super.handleError(error, connection);
  }
}
