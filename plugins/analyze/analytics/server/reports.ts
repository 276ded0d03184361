import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { DistributionRow, distributionFields } from '../common/api.ts';
import type {
  AttributeRow,
  ClassRow,
  ConfusionRow,
  FolderRow,
  PersonChoice,
  PersonRow,
  PersonSort,
  QualityRow,
  ReasonRow,
  Report,
  StageRow,
  StatusRow,
} from '../common/report.ts';
import { Calculations } from './calculations.ts';
import type { FigureRequest, FigureScope } from './figure-scope.ts';
import { FigureScopes } from './figure-scope.ts';
import { cards, itemsByStatus } from './reports/cards.ts';
import { attributes, classes } from './reports/contents.ts';
import { folders } from './reports/folders.ts';
import { people, peopleChoices } from './reports/people.ts';
import { confusion } from './reports/confusion.ts';
import { quality, qualityOverTime, reasons } from './reports/quality.ts';
import { reportOn, shareOf } from './reports/report.ts';
import { stages, statusesOverTime } from './reports/statuses.ts';

/** Filter and order of people. */
export interface PeopleRequest {
  readonly search?: string | undefined;
  readonly sort: PersonSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reports of a project, as far as the caller may see it. All throw ANALYTICS_NOT_CALCULATED (409) while the project
 * is not counted.
 */
export class Reports {
  constructor(
    @inject(FigureScopes) private readonly scopes: FigureScopes,
    @inject(Calculations) private readonly calculations: Calculations,
    @inject(Classes) private readonly classTree: Classes,
  ) {}

  /** Returns the data for the caller's figures of a project, once it is counted. */
  async scope(context: RequestContext, projectId: number, request: FigureRequest): Promise<FigureScope> {
    await this.calculations.demandReady(context, projectId);
    return this.scopes.of(context, projectId, request);
  }

  async overview(
    context: RequestContext,
    projectId: number,
    request: FigureRequest & { readonly from?: string | undefined; readonly to?: string | undefined },
  ): Promise<Report<StageRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      rows: [...(await stages(context, scope))],
      series: [...(await statusesOverTime(context, scope, request))],
    });
  }

  async items(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<FolderRow>> {
    const scope = await this.scope(context, projectId, request);
    // Somebody who is shown no folders gets one row.
    const rows = await folders(context, scope);
    return reportOn(scope, { rows: scope.filters.own ? merged(rows, scope) : [...rows] });
  }

  async cards(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<StatusRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      cards: [...(await cards(context, scope))],
      rows: [...(await itemsByStatus(context, scope))],
    });
  }

  async peopleList(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<PersonChoice>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, { rows: peopleChoices(await people(context, scope)) });
  }

  async people(
    context: RequestContext,
    projectId: number,
    { search, sort, order, offset, limit, ...request }: FigureRequest & PeopleRequest,
  ): Promise<Report<PersonRow>> {
    const scope = await this.scope(context, projectId, request);
    const words = search?.toLowerCase() ?? '';
    const found = (await people(context, scope)).filter(
      each => words === '' || each.name.toLowerCase().includes(words) || each.email.includes(words),
    );
    const sorted =
      sort === 'name' && order === 'asc'
        ? found
        : found.toSorted((one, other) => compare(one[sort], other[sort], order));
    return reportOn(scope, { rows: sorted.slice(offset, offset + limit), total_count: found.length });
  }

  async classes(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<ClassRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      rows: [...(await classes(context, scope, await this.classTree.ofProject(context, projectId)))],
    });
  }

  async attributes(
    context: RequestContext,
    projectId: number,
    request: FigureRequest,
    classId?: number,
  ): Promise<Report<AttributeRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      rows: [...(await attributes(context, scope, await this.classTree.ofProject(context, projectId), classId))],
    });
  }

  async quality(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<QualityRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      rows: [...(await quality(context, scope))],
      series: [...(await qualityOverTime(context, scope))],
    });
  }

  async reasons(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<ReasonRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, { rows: [...(await reasons(context, scope))] });
  }

  async confusion(context: RequestContext, projectId: number, request: FigureRequest): Promise<Report<ConfusionRow>> {
    const scope = await this.scope(context, projectId, request);
    return reportOn(scope, {
      rows: [...(await confusion(context, scope, await this.classTree.ofProject(context, projectId)))],
    });
  }

  /** One of the reports as pairs of a label and a number. */
  async distribution(
    context: RequestContext,
    projectId: number,
    request: FigureRequest,
    field: (typeof distributionFields)[number],
  ): Promise<Report<DistributionRow>> {
    const { asOf, filters, ...report } = await this.#distributed(context, projectId, request, field);
    const total = report.rows.reduce((sum, row) => sum + row.value, 0);
    return {
      asOf,
      filters,
      cards: [],
      series: [],
      rows: report.rows.map(row => ({ ...row, share: shareOf(row.value, total) })),
      total_count: report.rows.length,
    };
  }

  async #distributed(
    context: RequestContext,
    projectId: number,
    request: FigureRequest,
    field: (typeof distributionFields)[number],
  ): Promise<Report<Omit<DistributionRow, 'share'>>> {
    switch (field) {
      case 'status':
        return mapped(await this.cards(context, projectId, request), row => ({
          key: String(row.status),
          label: row.name,
          value: row.items,
          query: row.query,
        }));
      case 'class':
        return mapped(await this.classes(context, projectId, request), row => ({
          key: String(row.class_id),
          label: row.name,
          value: row.objects,
          query: row.query,
        }));
      case 'attribute':
        return mapped(await this.attributes(context, projectId, request), row => ({
          key: `${row.group_id}:${row.value_id ?? ''}`,
          label: [row.class_name, row.group_name, ...(row.value === null ? [] : [row.value])].join(' / '),
          value: row.answers,
          query: row.query,
        }));
      case 'folder':
        return mapped(await this.items(context, projectId, request), row => ({
          key: String(row.folder_id),
          label: row.name,
          value: row.items,
          query: row.query,
        }));
      case 'user':
        return mapped(
          await this.people(context, projectId, { ...request, sort: 'items', order: 'desc', offset: 0, limit: 2000 }),
          row => ({ key: row.email, label: row.name, value: row.items, query: row.query }),
        );
    }
  }
}

const mapped = <One, Other>(report: Report<One>, map: (row: One) => Other): Report<Other> => ({
  ...report,
  rows: report.rows.map(map),
});

/** Nothing sorts last, whatever the order. */
function compare(one: string | number | null, other: string | number | null, order: 'asc' | 'desc'): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const sign = order === 'asc' ? 1 : -1;
  return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other));
}

function merged(rows: readonly FolderRow[], scope: FigureScope): FolderRow[] {
  const sum = (field: 'items' | 'completed' | 'objects'): number => rows.reduce((total, row) => total + row[field], 0);
  return rows.length === 0
    ? []
    : [
        {
          folder_id: 0,
          name: 'All items',
          items: sum('items'),
          completed: sum('completed'),
          objects: sum('objects'),
          query: scope.query(),
        },
      ];
}
