import type { ExchangeWriter, WriterHead } from './exchange-writer.ts';
import type { ForeignFile, ForeignSet } from './neutral-document.ts';
import type { ReadHead } from './read-head.ts';

export interface FormatTask {
  readonly id: string;
  readonly title: string;
  /** Project types it fits; all of the format when absent. */
  readonly types?: readonly number[];
}

/** One exchange format: what screens say of it, and the code that reads and writes it, loaded when it is used. */
export interface ExchangeFormat {
  readonly title: string;
  /** Number on the wire and in the database. */
  readonly number: number;
  readonly description: string;
  /** Numbers of the project types it can be written for. */
  readonly types: readonly number[];
  readonly tasks: readonly FormatTask[];
  /** Options that concern it. */
  readonly options: readonly ('split' | 'one_based' | 'integers')[];
  /** Contents that it has no place for, in words of the screen. */
  readonly cannotCarry: readonly string[];
  readonly writer: (head: WriterHead) => Promise<ExchangeWriter>;
  /** Absent for a format that is only written. */
  readonly reader?: (files: readonly ForeignFile[], head: ReadHead) => Promise<ForeignSet>;
}
