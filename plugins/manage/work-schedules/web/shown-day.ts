import { dateOfDay } from '#core/ui/web/index.ts';

/** A day such as 2026-12-24 as screens show it: “Dec 24, 2026”. Without a zone it is the same day everywhere. */
export const shownDay = (day: string): string => dateOfDay(`${day}T00:00:00`);
