export { integrationTypes } from './integration.ts';
