import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { classNameLimit } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { PlainObject } from '../common/metric/evaluated-object.ts';
import { plainObjects } from '../common/plain-objects.ts';
import type { PredictionReport } from '../common/prediction-shapes.ts';
import { PredictionFiles } from './prediction-file.ts';
import { PredictionSets } from './prediction-sets.ts';

type Trx = Kysely<unknown>;

/** Items whose predictions go into one statement. */
const AT_ONCE = 200;
/** Findings that are listed; further ones are only counted. */
const MOST_FINDINGS = 100;

/** A class name as the database can keep it. */
const storedText = (text: string): string => text.replaceAll('\0', '').trim().slice(0, classNameLimit);

interface Kept {
  readonly item_id: number;
  readonly objects: readonly PlainObject[];
}

/** Reads the files of prediction sets. */
export class PredictionIntake {
  constructor(
    @inject(PredictionSets) private readonly sets: PredictionSets,
    @inject(PredictionFiles) private readonly files: PredictionFiles,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** The job: reads a file and keeps the objects of each item. */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly objects: number }> {
    const subject = run.subject as { readonly prediction_set_id: number; readonly project_id: number };
    const { prediction_set_id: id, project_id: projectId } = subject;
    await context.demand('GenerateAnalytics', { projectId });
    const row = await this.sets.row(context, projectId, id);
    if (row.report !== null) return { objects: row.report.objects };
    const classes = await this.classes.ofProject(context, projectId);
    const names = new Map(classes.map(each => [each.id, each.name]));
    // Names that differ in case only are those of the project.
    const known = new Map(classes.map(each => [each.name.toLowerCase(), each.name]));
    const labelOf = (instance: JsonRecord): string => {
      const { className, classId } = instance;
      const written = typeof className === 'string' ? storedText(className) : '';
      const name = written === '' ? (names.get(Number(classId)) ?? '') : written;
      return known.get(name.toLowerCase()) ?? name;
    };
    const tally = new Tally(new Set(known.values()));
    const file = await this.files.open(context, projectId, {
      hash: row.blob_hash!,
      size: Number(row.size),
      name: row.file_name,
    });
    try {
      // What an interrupted run left is read again.
      await context.transaction((trx: Trx) =>
        sql`delete from evaluation.prediction where team_id = ${context.team.id}::int
          and prediction_set_id = ${id}::int`.execute(trx),
      );
      let done = 0;
      let part: Kept[] = [];
      for await (const found of file.read()) {
        run.signal.throwIfAborted();
        if (found === undefined) tally.missing += 1;
        else if ('message' in found) tally.unreadable(found);
        else {
          const { objects, others } = plainObjects(found.instances, labelOf);
          tally.add(objects, others);
          part.push({ item_id: found.itemId, objects });
        }
        if (part.length >= AT_ONCE) {
          await this.#store(context, id, part);
          part = [];
        }
        run.progress((done += 1), file.documents);
      }
      await this.#store(context, id, part);
      for (const finding of file.problems()) tally.find(finding);
      const report = tally.report(file);
      await this.sets.finish(context, row, report);
      return { objects: report.objects };
    } finally {
      file.close();
    }
  }

  async #store(context: RequestContext, id: number, part: readonly Kept[]): Promise<void> {
    if (part.length === 0) return;
    await context.transaction((trx: Trx) =>
      sql`insert into evaluation.prediction (team_id, prediction_set_id, item_id, objects)
        select ${context.team.id}::int, ${id}::int, kept.item_id, kept.objects
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as kept (item_id int, objects jsonb)
        on conflict do nothing`.execute(trx),
    );
  }
}

/** Counts what was read. */
class Tally {
  missing = 0;
  #matched = 0;
  #unreadable = 0;
  #others = 0;
  #findings: PredictionReport['findings'] = [];
  #findingCount = 0;
  readonly #types = { box: 0, area: 0, tag: 0, span: 0 };
  readonly #classes = new Map<string, number>();

  constructor(private readonly known: ReadonlySet<string>) {}

  add(objects: readonly PlainObject[], others: number): void {
    this.#matched += 1;
    this.#others += others;
    for (const { label, type } of objects) {
      this.#types[type] += 1;
      this.#classes.set(label, (this.#classes.get(label) ?? 0) + 1);
    }
  }

  unreadable(finding: PredictionReport['findings'][number]): void {
    this.#unreadable += 1;
    this.find(finding);
  }

  find(finding: PredictionReport['findings'][number]): void {
    this.#findingCount += 1;
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
  }

  report({ documents, image_ids }: Pick<PredictionReport, 'documents' | 'image_ids'>): PredictionReport {
    const classes = [...this.#classes]
      .map(([name, objects]) => ({ name, objects, known: this.known.has(name) }))
      .toSorted((one, other) => other.objects - one.objects);
    return {
      documents,
      matched: this.#matched,
      missing: this.missing,
      unreadable: this.#unreadable,
      objects: classes.reduce((sum, each) => sum + each.objects, 0),
      others: this.#others,
      types: this.#types,
      classes,
      image_ids,
      findings: this.#findings,
      findingCount: this.#findingCount,
    };
  }
}
