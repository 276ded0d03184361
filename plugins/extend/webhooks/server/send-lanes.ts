/** Requests of one server at the same time: in all, of one team, and to one webhook. */
export const LANES = { all: 64, team: 16, webhook: 4 } as const;

/** A message that is being sent. */
interface Sent {
  readonly team_id: number;
  readonly webhook_id: number;
}

/** Counts the requests of this server that are under way. */
export class SendLanes {
  readonly #teams = new Map<number, number>();
  readonly #webhooks = new Map<number, number>();
  #all = 0;

  /** Requests that may begin now. */
  get free(): number {
    return LANES.all - this.#all;
  }

  /** Returns the requests under way by team, and by webhook, as JSON objects. */
  get busy(): { readonly teams: string; readonly webhooks: string } {
    return {
      teams: JSON.stringify(Object.fromEntries(this.#teams)),
      webhooks: JSON.stringify(Object.fromEntries(this.#webhooks)),
    };
  }

  begin({ team_id, webhook_id }: Sent): void {
    this.#all += 1;
    count(this.#teams, team_id, 1);
    count(this.#webhooks, webhook_id, 1);
  }

  end({ team_id, webhook_id }: Sent): void {
    this.#all -= 1;
    count(this.#teams, team_id, -1);
    count(this.#webhooks, webhook_id, -1);
  }
}

function count(counts: Map<number, number>, key: number, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
