// `npm run loupe -- COMMAND`: prepares packages and build like `npm start`, then runs the command line.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPackages, prepare } from './start.mjs';

const [, , group, name] = process.argv;
if (group === 'plugin' && name === 'new') {
  installPackages();
  await import('./plugin-tool.mjs');
} else {
  prepare();
  await import(pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), '../../../dist/server/command.js')).href);
}
