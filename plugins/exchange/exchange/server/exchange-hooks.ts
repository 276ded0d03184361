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

/** A dataset version that is ready to be read. */
export interface FrozenVersion {
  readonly id: number;
  readonly name: string;
  readonly hash: string;
}

/** An item as a version has it. */
export interface FrozenLine {
  readonly item_id: number;
  readonly name: string;
  /** Null for items in no folder. */
  readonly folder: string | null;
  readonly status: number;
  readonly approval: number;
  /** Null where nothing is annotated. */
  readonly annotations: unknown;
}

/** Versions of datasets, which another plugin keeps. */
export interface FrozenItems {
  /** @throws Fault FORBIDDEN (403), NOT_FOUND, CONFLICT (409) for one that is not ready */
  demand(context: RequestContext, projectId: number, id: number): Promise<FrozenVersion>;
  /** Yields the items in order of their ids, some at a time. @throws Fault NOT_FOUND for a lost file */
  read(version: FrozenVersion, atOnce: number): AsyncGenerator<readonly FrozenLine[]>;
}

/** Hooks of other plugins into exports. */
export class ExchangeHooks {
  /** Inside the transaction in which an export began, ended in any way or was deleted. */
  readonly exportChanged = new StageHook<[context: RequestContext, change: ExportChange]>('exchange.exportChanged');
  /** Answers with the versions of datasets that can be exported. */
  readonly versions = new QuestionHook<[context: RequestContext], FrozenItems>('exchange.versions');
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
