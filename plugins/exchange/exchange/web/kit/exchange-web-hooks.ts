import { ChangeHook } from '#core/base/common/index.ts';
import type { ExportFormat } from '../../common/export-api.ts';

/** Hooks of other plugins into imports and exports on screen. */
export class ExchangeWebHooks {
  /** The formats that a download of a project of this type may have, in the order in which they are offered. */
  readonly formats = new ChangeHook<readonly ExportFormat[], [projectType: number]>('exchange.formats');
}
