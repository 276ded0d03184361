import { boats, aircraft } from './harbour.ts';
import { alpine, canyon, homestead } from './landscapes.ts';
import { cat } from './motion.ts';
import type { Photograph } from './photograph.ts';
import { acanthus, allium } from './plants.ts';

/** All photographs of the demo; together they give 300 items. */
export const photographs: readonly Photograph[] = [alpine, canyon, homestead, boats, aircraft, cat, acanthus, allium];
