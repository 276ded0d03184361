import sharp from 'sharp';
import type { CutRequest } from './tile-cutter.ts';
import { cutTiles } from './tile-cutter.ts';

// One thread: each more keeps further rows of tiles in memory.
sharp.concurrency(1);
sharp.cache(false);

cutTiles(JSON.parse(process.argv[2]!) as CutRequest).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
