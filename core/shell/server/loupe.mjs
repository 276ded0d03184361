// `npm run loupe -- COMMAND`: prepares packages and build like `npm start`, then runs the command line.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from './start.mjs';

prepare();
await import(pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), '../../../dist/server/command.js')).href);
