import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { ProjectSummary } from '../common/api.ts';
import { MOST_PROJECTS, projectProgressApi } from '../common/api.ts';

interface Waiting {
  readonly id: number;
  readonly resolve: (summary: ProjectSummary | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks for the summaries of all cards that are drawn at the same time in one call. */
export class SummaryLoader {
  readonly #api: Client<typeof projectProgressApi>;
  #waiting: Waiting[] = [];

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(projectProgressApi, transport);
  }

  /** The summary of a project; null when it is gone. */
  load(id: number): Promise<ProjectSummary | null> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setTimeout(() => this.#flush());
      this.#waiting.push({ id, resolve, reject });
    });
  }

  #flush(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < all.length; start += MOST_PROJECTS)
      void this.#ask(all.slice(start, start + MOST_PROJECTS));
  }

  async #ask(part: readonly Waiting[]): Promise<void> {
    try {
      const { data } = await this.#api.listProjectSummaries({ query: { project_ids: part.map(each => each.id) } });
      const found = new Map(data.map(each => [each.project_id, each]));
      for (const { id, resolve } of part) resolve(found.get(id) ?? null);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
