import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { inTurns } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { evaluationRequest } from '../common/api.ts';
import type { EvaluationRequest } from '../common/api.ts';
import type { EvaluationResult } from '../common/evaluation-shapes.ts';
import { AveragePrecision, meanPrecision } from '../common/metric/average-precision.ts';
import { comparedObjects } from '../common/metric/compared-objects.ts';
import { ConfusionCounts, scoreStep } from '../common/metric/confusion-counts.ts';
import { bestStep, Matrix } from '../common/metric/figures.ts';
import type { LabelledPair } from '../common/metric/labelled-pairs.ts';
import { labelledPairs } from '../common/metric/labelled-pairs.ts';
import type { ComparedItem } from './compared-items.ts';
import { ComparedItems } from './compared-items.ts';
import { Evaluations } from './evaluations.ts';

type Trx = Kysely<unknown>;

interface PairRow {
  readonly item_id: number;
  readonly truth: number | null;
  readonly hit: number | null;
  readonly other: number | null;
  readonly other_step: number | null;
}

/** Makes evaluations. */
export class EvaluationRun {
  constructor(
    @inject(Evaluations) private readonly evaluations: Evaluations,
    @inject(ComparedItems) private readonly items: ComparedItems,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** The job: compares the items of an evaluation, some at a time, and keeps the pairs and the figures. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly items: number }> {
    const { evaluation_id: id, project_id: projectId } = run.subject as {
      readonly evaluation_id: number;
      readonly project_id: number;
    };
    await context.demand('GenerateAnalytics', { projectId });
    const request = evaluationRequest.parse((await this.evaluations.row(context, projectId, id)).request);
    // What an interrupted run left is compared again.
    await context.transaction((trx: Trx) =>
      sql`delete from evaluation.pair where team_id = ${context.team.id}::int
        and evaluation_id = ${id}::int`.execute(trx),
    );
    // Figures of a dataset version do not depend on the classes that the project has now.
    const classes = request.snapshot_id === undefined ? await this.classes.ofProject(context, projectId) : [];
    const comparison = new Comparison(
      request,
      classes.map(each => each.name),
    );
    let done = 0;
    for await (const part of this.items.read(context, projectId, request)) {
      run.signal.throwIfAborted();
      await this.#store(context, id, await inTurns(comparison.add(part), setImmediate));
      run.progress((done += part.length), 0);
    }
    const result = await inTurns(comparison.result(), setImmediate);
    const truths = result.classes.map(each => each.truths);
    const { f1 } = new Matrix(result.cells, truths, bestStep(result.cells, truths)).overall();
    await context.transaction((trx: Trx) =>
      sql`update evaluation.evaluation set result = ${JSON.stringify(result)}::jsonb,
        ap = ${result.precision.all.ap}::float8, f1 = ${f1}::float8, items = ${result.items}::int
        where team_id = ${context.team.id}::int and id = ${id}::int`.execute(trx),
    );
    return { items: result.items };
  }

  async #store(context: RequestContext, id: number, rows: readonly PairRow[]): Promise<void> {
    if (rows.length === 0) return;
    await context.transaction((trx: Trx) =>
      sql`insert into evaluation.pair (team_id, evaluation_id, item_id, truth, hit, other, other_step)
        select ${context.team.id}::int, ${id}::int, item_id, truth, hit, other, other_step
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as pair (item_id int, truth int, hit smallint, other int, other_step smallint)`.execute(trx),
    );
  }
}

/** Collects the figures of an evaluation item by item. */
class Comparison {
  readonly #precision = new AveragePrecision();
  readonly #names: string[];
  readonly #places = new Map<string, number>();
  readonly #counts = new ConfusionCounts(label => this.#place(label));
  #items = 0;
  #predicted = 0;
  #skipped = 0;
  #truths = 0;
  #predictions = 0;
  #scored = false;

  constructor(
    private readonly request: EvaluationRequest,
    names: readonly string[],
  ) {
    this.#names = [...names];
    for (const [at, name] of names.entries()) this.#places.set(name, at);
  }

  *add(items: readonly ComparedItem[]): Steps<readonly PairRow[]> {
    const rows: PairRow[] = [];
    const { task, overlap, only_predicted: only, annotator } = this.request;
    for (const { itemId, truths, predictions } of items) {
      // Between people only items that both annotated say something.
      if (predictions === undefined && (only || annotator !== undefined)) continue;
      if (truths === undefined) {
        if (predictions !== undefined) this.#skipped += 1;
        continue;
      }
      const objects = yield* comparedObjects(truths, predictions ?? [], task);
      yield* this.#precision.add(objects);
      const pairs = yield* labelledPairs(objects, overlap);
      this.#counts.add(pairs);
      for (const pair of pairs) rows.push(this.#row(itemId, pair));
      this.#items += 1;
      this.#predicted += predictions === undefined ? 0 : 1;
      this.#truths += objects.truths.filter(each => !each.crowd).length;
      this.#predictions += objects.predictions.length;
      this.#scored ||= objects.predictions.some(each => each.score < 1);
      yield;
    }
    return rows;
  }

  *result(): Steps<EvaluationResult> {
    const precisions = [];
    const classes = [];
    for (const [place, name] of this.#names.entries()) {
      const precision = yield* this.#precision.ofClass(name);
      precisions.push(precision);
      classes.push({
        name,
        truths: this.#counts.truths(place),
        precision,
        curve: this.#precision.curve(name)?.map(each => Math.round(each * 1e4) / 1e4) ?? null,
      });
    }
    return {
      items: this.#items,
      predicted_items: this.#predicted,
      skipped: this.#skipped,
      truths: this.#truths,
      predictions: this.#predictions,
      scored: this.#scored,
      precision: meanPrecision(precisions),
      classes,
      cells: this.#counts.cells().map(cell => ({ ...cell, steps: cell.steps.map(([at, n]) => [at, n] as const) })),
    };
  }

  /** Place of a class in the list; names the project does not know come after its classes. */
  #place(label: string): number {
    let place = this.#places.get(label);
    if (place === undefined) {
      place = this.#names.push(label) - 1;
      this.#places.set(label, place);
    }
    return place;
  }

  #row(itemId: number, { truth, hit, other, otherScore }: LabelledPair): PairRow {
    return {
      item_id: itemId,
      truth: truth === undefined ? null : this.#place(truth),
      hit: hit === undefined ? null : scoreStep(hit),
      other: other === undefined ? null : this.#place(other),
      other_step: otherScore === undefined ? null : scoreStep(otherScore),
    };
  }
}
