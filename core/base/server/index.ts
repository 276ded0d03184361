export { AsyncVariable } from './async-variable.ts';
