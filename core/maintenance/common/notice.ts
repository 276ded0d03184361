import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';

/**
 * Header of every answer while maintenance is planned or under way: base64 of the JSON of a {@link MaintenanceNotice}.
 */
export const MAINTENANCE_HEADER = 'x-maintenance';

/** The public notice of maintenance. */
export const maintenanceNotice = z.object({
  /** False of one that is only announced. */
  active: z.boolean(),
  /** ISO 8601. */
  from: z.string(),
  /** Planned end; null when nobody knows. Maintenance lasts until it is ended by hand. */
  to: z.string().nullable(),
  message: z.string(),
  /** Services it concerns. */
  scope: z.literal('all'),
  statusUrl: z.string().optional(),
  /** Reading goes on; only changes are refused. */
  readOnly: z.boolean(),
});
export type MaintenanceNotice = z.output<typeof maintenanceNotice>;

/** The notice as the value of the header. */
export function encodeNotice(notice: MaintenanceNotice): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(notice))));
}

/** Reads the value of the header; undefined when it is none. */
export function decodeNotice(header: string): MaintenanceNotice | undefined {
  try {
    const bytes = Uint8Array.from(atob(header), each => each.charCodeAt(0));
    return maintenanceNotice.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** The answer to a call that has to wait for the end of maintenance; in the browser its code is `MAINTENANCE`. */
export const maintenanceFault = (notice: MaintenanceNotice): Fault =>
  new Fault('maintenance', notice.message, { status: 503, details: { maintenance: notice } });
