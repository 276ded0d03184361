export { fileOf, scriptBundle } from './script-bundle.ts';
