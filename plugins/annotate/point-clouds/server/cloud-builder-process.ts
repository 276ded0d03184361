import { readFileSync } from 'node:fs';
import { isFault } from '#core/base/common/index.ts';
import type { BuildRequest } from './octree/build-cloud.ts';
import { buildCloud } from './octree/build-cloud.ts';

/** Exit code of a file that cannot be read, with the reason on the error stream. */
const UNREADABLE = 2;

const request = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BuildRequest;

buildCloud(request, done => void process.stdout.write(`${done}\n`)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = isFault(error) ? UNREADABLE : 1;
  },
);
