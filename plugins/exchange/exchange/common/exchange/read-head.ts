import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { TransferReport } from '../transfer-report.ts';
import type { ExchangeOptions } from './exchange-writer.ts';
import type { ForeignFile } from './neutral-document.ts';
import type { PngCodec } from './raster-picture.ts';

/** Options and helpers that a reader takes beside the files. */
export interface ReadHead {
  readonly options: ExchangeOptions;
  readonly report: TransferReport;
  readonly png: PngCodec;
  /** Classes the project has. */
  readonly classes: readonly AnnotationClass[];
  /** Files of JSON that were parsed before. */
  readonly parsed?: ReadonlyMap<ForeignFile, unknown> | undefined;
}
