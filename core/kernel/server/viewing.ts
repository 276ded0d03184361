import { Fault } from '#core/base/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import { readingOnly } from '#core/data/server/index.ts';

/** SQLSTATE of a statement that writes in a read-only transaction. */
const READ_ONLY_TRANSACTION = '25006';

/** The one call about the own account that viewing needs: the ticket for the events of the team. */
const TICKET = 'eventTicket';

const refusal = (): Fault =>
  new Fault(
    'VIEW_ONLY',
    'You are viewing as somebody else, which changes nothing and shows no secrets. Stop viewing to do this.',
    { status: 403 },
  );

/** Returns whether somebody who views as another person may make a call: it reads, and no secret of the person. */
export function allowsViewing({ owner, name, operation }: MountedOperation): boolean {
  if (operation.method !== 'GET' && operation.reads !== true) return false;
  if (operation.notWhenViewing === true) return false;
  return operation.access !== 'UseAccount' || (owner === 'core' && name === TICKET);
}

/** @throws Fault VIEW_ONLY (403) for a call that somebody who views as another person may not make */
export function demandViewing(mounted: MountedOperation): void {
  if (!allowsViewing(mounted)) throw refusal();
}

/**
 * Runs the work of somebody who views as another person: its transactions, of a team or of the installation, are
 * read-only in the database.
 * @throws Fault VIEW_ONLY (403) when the work writes
 */
export async function readOnly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await readingOnly(work);
  } catch (error) {
    throw isRefusedWrite(error) ? refusal() : error;
  }
}

function isRefusedWrite(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if ((each as { readonly code?: unknown }).code === READ_ONLY_TRANSACTION) return true;
  return false;
}
