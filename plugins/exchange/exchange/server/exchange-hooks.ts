import { KeyedHooks, QuestionHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { ExportSource } from './export-source.ts';

/** Input of another plugin's archive writer, beside the items. */
export interface ArchiveRequest {
  readonly projectId: number;
  readonly classes: readonly AnnotationClass[];
}

/** Hooks of other plugins into exports. */
export class ExchangeHooks {
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
