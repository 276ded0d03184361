import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { Curation, OwnWorkState } from '../common/api.ts';
import { AgreementHooks } from './agreement-hooks.ts';
import { AgreementRules } from './agreement-rules.ts';
import { Measuring } from './measuring.ts';
import { WorkRows } from './work-rows.ts';
import { Works } from './works.ts';

/** Copies of several people of an item, for merging. */
export class Curations {
  constructor(
    @inject(AgreementRules) private readonly rules: AgreementRules,
    @inject(Works) private readonly works: Works,
    @inject(WorkRows) private readonly rows: WorkRows,
    @inject(Measuring) private readonly measuring: Measuring,
    @inject(Masks) private readonly masks: Masks,
    @inject(AgreementHooks) private readonly hooks: AgreementHooks,
  ) {}

  /** Copies that are not submitted are named, but not shown. */
  async of(context: RequestContext, item: ItemRow): Promise<Curation> {
    const rows = await this.rows.of(context, item.id);
    const submitted = rows.filter(row => row.state === 'submitted');
    const works = await this.measuring.works(context, item, submitted);
    const agreement = await this.measuring.measure(context, item, works);
    // Pieces name things by person in the order of all works.
    const place = new Map(submitted.map((row, at) => [row.email, at]));
    return {
      people: (await this.rules.people(context, item.project_id)) ?? rows.length,
      works: await Promise.all(
        rows.map(async row => {
          const document = works[place.get(row.email) ?? -1]?.document;
          return {
            email: row.email,
            state: row.state,
            updatedAt: row.updated_at.toISOString(),
            document: document ?? null,
            mask: document === undefined ? null : ((await this.masks.address(context, document, item.name)) ?? null),
          };
        }),
      ),
      score: agreement?.score ?? null,
      f1: agreement?.f1 ?? null,
      pieces: (agreement?.pieces ?? []).map(({ label, things, likeness, best }) => ({
        label,
        likeness,
        best: rows.findIndex(row => row.email === works[best]!.email),
        things: rows.map(({ email }) => things[place.get(email) ?? -1] ?? null),
      })),
    };
  }

  /** Gives the caller's copy in, and measures the agreement when it was the last one. */
  async submit(context: RequestContext, item: ItemRow): Promise<OwnWorkState> {
    return context.transaction(async () => {
      const state = await this.works.submit(context, item);
      await this.hooks.submitted.promise(context, item);
      if (state.submitted < state.people) return state;
      const rows = await this.rows.of(context, item.id);
      if (rows.some(row => row.state !== 'submitted')) return state;
      const works = await this.measuring.works(context, item, rows);
      const agreement = await this.measuring.measure(context, item, works);
      if (agreement !== undefined) await this.measuring.keep(context, item, works, agreement);
      await this.hooks.completed.promise(context, item);
      return state;
    });
  }

  /** Sends a person's copy back to them. @throws Fault NOT_FOUND */
  async sendBack(context: RequestContext, item: ItemRow, email: string): Promise<void> {
    await context.transaction(async () => {
      await this.works.sendBack(context, item, email);
      await this.hooks.sentBack.promise(context, item, email);
    });
  }
}
