import type { RequestContext } from '#core/api/server/index.ts';
import { QuestionHook } from '#core/base/common/index.ts';

/** Rows of a table that become items, as a caller chose them. */
export interface TableAttachment {
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly integrationId: number;
  /** SQL that answers the rows. */
  readonly query: string;
  /** Column of the names of items; or what names begin with, before ten random characters. */
  readonly itemName: { readonly column: string } | { readonly prefix: string };
  /** Column of the categories of items. */
  readonly category: string | undefined;
  /** Ids of components by the column that holds their value. */
  readonly components: Readonly<Record<string, string>>;
}

/** Hooks of integrations. */
export class IntegrationHooks {
  /** Begins to make items of the rows of a query; the id of the job. Asked for projects with a form. */
  readonly attachingTable = new QuestionHook<[context: RequestContext, attachment: TableAttachment], string>(
    'integrations.attachingTable',
  );
}
