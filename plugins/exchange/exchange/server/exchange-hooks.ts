import { KeyedHooks, QuestionHook, StageHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportRow } from './export-view.ts';

/** Input of another plugin's archive writer, beside the items. */
export interface ArchiveRequest {
  readonly projectId: number;
  readonly classes: readonly AnnotationClass[];
}

/** An export before and after a change; it began where `before` is absent, and was deleted where `after` is. */
export type ExportChange =
  | { readonly before?: undefined; readonly after: ExportRow }
  | { readonly before: ExportRow; readonly after?: ExportRow };

/** Hooks of other plugins into exports. */
export class ExchangeHooks {
  /** Inside the transaction in which an export began, ended in any way or was deleted. */
  readonly exportChanged = new StageHook<[context: RequestContext, change: ExportChange]>('exchange.exportChanged');
  /**
   * Writes an archive in a format of another plugin, by the format's name; answers what the format has no place for.
   */
  readonly writing = new KeyedHooks(
    (format: string) =>
      new QuestionHook<[context: RequestContext, source: ExportSource, request: ArchiveRequest], readonly string[]>(
        `exchange.writing.${format}`,
      ),
  );
}
